"""Make posts for all people of a server, such as its notice board and its polls, and give rank roles."""
