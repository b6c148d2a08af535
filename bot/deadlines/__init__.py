"""Reminders, overdue answers, and adjournment."""
