"""How far the words of one order have been read."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.ask import Reader
from rules.errors import InputError
from rules.kernel import Game, Live, Option, Rules, resume
from rules.orders.place_sentences import unfold_places
from rules.orders.questions import Question
from rules.orders.reading import Reading
from rules.orders.tokenizer import Token, echo, split_tokens
from rules.words import Words


@dataclass
class Progress:
    """The words of an order, and how far they have been read along the open turn.

    Attributes:
        rules: the rules of the game
        game: the open turn
        seat: the seat that gives the order
        text: the text of the order
        reader: the seats of the person who reads the result; at a question that they may not see, the
            reading stops
        draft: whether the text is still being typed; then its last word may be incomplete and is not read
        keys: the keys read so far
        at: the index of the next word
        passed: the questions that the reading has closed by itself since the last word that was understood
        lead: the small word before the last answer
        literal: whether no answer was guessed from a beginning shorter than `SHORTEST` letters
        numbers: the numbers that could stand before the last answer
        seen: the questions that the reading has reached
        answered: the last question that was answered by words
        opening: the beginning of the text that the player did not type; quotations leave it out
    """

    rules: Rules
    game: Game
    seat: str
    text: str
    reader: Reader
    draft: bool = False
    keys: list[str] = field(default_factory=list)
    at: int = 0
    passed: list[tuple[Question, Reading]] = field(default_factory=list)
    lead: str = ""
    literal: bool = True
    numbers: tuple[Option, ...] = ()
    seen: list[Question] = field(default_factory=list)
    answered: Question | None = None
    opening: str = ""

    def __post_init__(self) -> None:
        self.live: Live = resume(self.rules, self.game)
        try:
            spelled = self.rules.EXTRAS.notation.spell_out(self.live.state, self.seat, self.text)
        except InputError as refused:
            raise refused.read(self.rules.name) from None
        self.text = unfold_places(spelled)
        self.tokens = split_tokens(self.text)
        self.typed = [token.word for token in self.tokens]

    def before(self, skip: int = 0) -> str:
        """Return the text that was understood and `skip` more words, shortened for a quotation."""
        at = self.at + skip
        end = self.tokens[at].start if at < len(self.tokens) else None
        return echo(self.text[:end].removeprefix(self.opening).strip(" \t\n,;."))

    def quote(self, token: Token) -> str:
        """Return a word as it was typed: "chèvre", not "chevre", and "2C" or "a1", not its first part."""
        end = token.end
        while self.text[end : end + 1].isalnum():
            end += 1
        return echo(self.text[token.start : end])

    def read(self, words: Words) -> str:
        """Return words in the language of the game's names."""
        return words.read(self.rules.name)
