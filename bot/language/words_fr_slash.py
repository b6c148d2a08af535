"""The French of the slash commands: what each does and takes, under its English description. Their names are
the same in every language, so that what one reads in the channel can be typed by everybody."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH: Mapping[str, str] = {
    # /game
    "Games at this table": "Les parties de cette table",
    "Lay out a game in this channel": "Installer une partie dans ce salon",
    "Which game": "Quel jeu",
    "How many play, where the game leaves that open": "Combien jouent, si le jeu le laisse libre",
    "A deck of cards of your own; the built-in one, if none": (
        "Un paquet de cartes à vous ; sinon celui du jeu"
    ),
    "Take a seat": "Prendre un siège",
    "Which seat; the first that is free, if you don't say": "Quel siège ; sinon le premier qui est libre",
    "Give up your seat": "Quitter votre siège",
    "Which seat; all of yours, if you don't say": "Quel siège ; sinon tous les vôtres",
    "Begin, when every seat is taken": "Commencer, quand tous les sièges sont pris",
    "Give up the game of this channel": "Abandonner la partie de ce salon",
    "Who sits where, how they stand, and whose decision it is": (
        "Qui joue quoi, où chacun en est, et qui doit décider"
    ),
    "The options of the game, before it begins": "Les options de la partie, avant qu'elle commence",
    "The option to set": "L'option à régler",
    "Its new value": "Sa nouvelle valeur",
    # Acting
    "Any order; a ? at its end lists what is legal there": (
        "N'importe quel ordre ; un ? à la fin montre ce qui y est permis"
    ),
    "Your order, as far as you like": "Votre ordre, aussi loin que vous voulez",
    "A Command: which one, where, with what": "Une Commande (Command) : laquelle, où, avec quoi",
    "What follows the word “command”": "Ce qui suit le mot « command »",
    "A Decree: which one, where, with what": "Un Décret (Decree) : lequel, où, avec quoi",
    "What follows the word “decree”": "Ce qui suit le mot « decree »",
    "The Event of the card": "L'Événement (Event) de la carte",
    "What follows the word “event”": "Ce qui suit le mot « event »",
    "A Limited Command: which one, where, with what": (
        "Une Commande limitée (Limited Command) : laquelle, où, avec quoi"
    ),
    "What follows the word “limited”": "Ce qui suit le mot « limited »",
    "Pass": "Passer",
    "What if: orders in private, ;; between those of several seats": (
        "Et si : des ordres pour vos seuls yeux, ;; entre ceux de plusieurs sièges"
    ),
    "Orders from here on; [6134 66] says what dice to assume": (
        "Des ordres à partir d'ici ; [6134 66] dit quels dés supposer"
    ),
    "Take back your last choice, while nothing has come of it": (
        "Annuler votre dernier choix, tant que rien n'en est sorti"
    ),
    "Offer, accept or decline a trade, at any time": (
        "Proposer, accepter ou refuser un échange, à tout moment"
    ),
    "What you offer, or what you answer": "Ce que vous proposez, ou ce que vous répondez",
    "Answer a kind of question once for all; nobody sees it until it is used": (
        "Répondre une fois pour toutes à une sorte de question ; nul ne le voit avant que cela serve"
    ),
    "Which kind; left empty it lists yours, with an example": (
        "Quelle sorte ; vide, il montre les vôtres, avec un exemple"
    ),
    "What you answer; “ask” ends it": "Ce que vous répondez ; « ask » y met fin",
    "Prepare your next turn: what you would play, and on what condition": (
        "Préparer votre prochain tour : ce que vous joueriez, et à quelle condition"
    ),
    "Such as: if event: event;; pass. Left empty it shows your plan, “off” drops it": (
        "Par exemple : if event: event;; pass. Vide, il montre votre plan ; « off » l'abandonne"
    ),
    # Looking
    "The board as it stands, for your eyes only": "Le plateau tel qu'il est, pour vos seuls yeux",
    "Which picture of it: large print, the card, one space, all in text, …": (
        "Quelle image : en grand, la carte, une région, tout en texte, …"
    ),
    "What happened, turn by turn": "Ce qui s'est passé, tour par tour",
    "Which page; 1 is the newest": "Quelle page ; 1 est la plus récente",
    "What happened since you last acted, with one picture of it": (
        "Ce qui s'est passé depuis votre dernier coup, avec une image"
    ),
    "A chapter of the game in prose, with a picture of what changed": (
        "Un chapitre de la partie en prose, avec une image de ce qui a changé"
    ),
    "Which chapter; the one under way, if you don't say": "Quel chapitre ; sinon celui qui est en cours",
    "The game again, turn by turn, with a picture of each": (
        "La partie encore une fois, tour par tour, chacun avec une image"
    ),
    "The turn to begin with; the first, if you don't say": "Le tour par lequel commencer ; sinon le premier",
    "The results and ratings of this server, seat by seat": (
        "Les résultats et les cotes de ce serveur, siège par siège"
    ),
    "Pin a table of contents here: a link to the post of each turn": (
        "Épingler ici une table des matières : un lien vers le message de chaque tour"
    ),
    "A card: its words, and what it would do now": "Une carte : son texte, et ce qu'elle ferait maintenant",
    "Which card; the open one, if you don't say": "Quelle carte ; sinon celle qui est ouverte",
    "What a rule says": "Ce que dit une règle",
    "The number of the rule, or a word in it": "Le numéro de la règle, ou un mot qu'elle contient",
    "Of which game; this channel's, if you don't say": "De quel jeu ; sinon celui de ce salon",
    "The record of the game, as a file that anybody can replay": (
        "La partie notée dans un fichier que chacun peut rejouer"
    ),
    "What this is, and where its maps and cards come from": (
        "Ce que c'est, et d'où viennent ses cartes et ses plateaux"
    ),
    # One person
    "How you like it: pings, quiet hours, language, boards": (
        "Comme vous l'aimez : appels, heures de silence, langue, plateaux"
    ),
    "What to set; a list, if you don't say": "Quoi régler ; sinon la liste",
    "All your games: where you are asked, and whose turn it is elsewhere": (
        "Toutes vos parties : où c'est à vous, et à qui c'est ailleurs"
    ),
    "Away for some days: your games wait, or a caretaker plays": (
        "Absent quelques jours : vos parties attendent, ou un intendant joue"
    ),
    "For how many days": "Pour combien de jours",
    "A caretaker plays for you meanwhile": "Un intendant joue pour vous pendant ce temps",
    "You are there again, and play your seats yourself": "Vous revoilà, et vous jouez vous-même",
    # /seat
    "Seats that change hands": "Les sièges qui changent de mains",
    "Offer your seat to anybody who wants to go on with it": "Proposer votre siège à qui veut continuer",
    "Which of yours, if you have several": "Lequel des vôtres, si vous en avez plusieurs",
    "Offer your seat to one person": "Proposer votre siège à une personne",
    "To whom": "À qui",
    "Take a seat that is free or offered, and read where the game stands": (
        "Prendre un siège libre ou proposé, et lire où en est la partie"
    ),
    "Which seat; the first that you may take, if you don't say": "Quel siège ; sinon le premier possible",
    "Vote that the seat of somebody who is silent is given to another": (
        "Voter pour que le siège de quelqu'un qui se tait soit donné à un autre"
    ),
    "Which seat; the one that is asked, if you don't say": "Quel siège ; sinon celui qui doit décider",
    "Let an automatic player have a seat, or send it away": "Donner un siège à un automate, ou le renvoyer",
    "How well it plays; a middling player, if you don't say": "Sa force ; sinon un joueur moyen",
    # /host
    "Repairs, by the host of the game": "Les réparations, par l'hôte de la partie",
    "Go on from a position that you have written or exported": (
        "Continuer à partir d'une position écrite ou exportée"
    ),
    "The position, a document in YAML or JSON": "La position, un document YAML ou JSON",
    "Back to the beginning of a turn": "Revenir au début d'un tour",
    "The number of the turn": "Le numéro du tour",
    "The game again without one choice": "La partie encore une fois, sans un choix",
    "The choice to leave out": "Le choix à laisser de côté",
    "Give a seat to somebody": "Donner un siège à quelqu'un",
    "Which seat": "Quel siège",
    "Stop the clock and the reminders": "Arrêter l'horloge et les rappels",
    "Let the clock and the reminders go on": "Relancer l'horloge et les rappels",
    "Give more time for what is asked now": "Donner plus de temps pour ce qui est demandé",
    "How many hours more": "Combien d'heures de plus",
    "The game as a file": "La partie dans un fichier",
    "Its record, or the position as it stands": "Tout ce qui a été joué, ou la position telle qu'elle est",
    "Bring a game in out of its record, to go on with it here": (
        "Reprendre ici une partie à partir de son fichier"
    ),
    "The record, a .play file": "Le fichier de la partie, un fichier .play",
    "Put the game away; you get its record, and the channel is free": (
        "Ranger la partie ; vous recevez son fichier, et le salon est libre"
    ),
    "Bring a game from a channel that is gone into this one": (
        "Apporter ici une partie d'un salon qui a disparu"
    ),
    "The number of the game; /mine shows it": "Le numéro de la partie ; /mine le montre",
}
