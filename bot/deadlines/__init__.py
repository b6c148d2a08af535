"""Time in a game: reminders, what happens when an answer is overdue, adjournment."""
