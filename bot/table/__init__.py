"""One game at one table: load and lock it, read orders, drafts and previews, save and say what happened."""
