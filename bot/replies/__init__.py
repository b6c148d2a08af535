"""Replies to a person who acts or asks (text, question, buttons, refusals), and the actions of buttons."""
