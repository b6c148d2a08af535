"""What a person reads after acting or asking: text, question, buttons, refusals."""
