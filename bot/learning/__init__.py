"""How newcomers learn: lessons in private, guided first games, and what is explained to whom."""
