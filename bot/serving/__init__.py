"""The pages of games that the bot serves to browsers: made when somebody looks, and live."""
