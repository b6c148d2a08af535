"""What somebody reads who acts or asks: text, question, buttons, refusals. No Discord."""
