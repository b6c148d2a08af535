"""Reminders, overdue answers, caretakers and adjournment."""
