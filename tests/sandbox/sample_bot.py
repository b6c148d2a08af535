"""Define a small discord.py bot that uses all features of the sandbox. `main` runs it as a process."""

from __future__ import annotations

import asyncio
import io
import sys

import discord
import yarl
from discord import app_commands
from PIL import Image


def picture(width: int = 40, height: int = 30, colour: str = "navy") -> io.BytesIO:
    """Return a small PNG."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    out.seek(0)
    return out


class Board(discord.ui.View):
    """Buttons, one of which changes the picture, and a select that opens a form."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Turn", custom_id="turn", style=discord.ButtonStyle.primary)
    async def turn(self, interaction: discord.Interaction, button: discord.ui.Button[Board]) -> None:
        file = discord.File(picture(60, 30, "red"), "board2.png", description="A red board")
        await interaction.response.edit_message(content="turned", attachments=[file])

    @discord.ui.button(label="Slow", custom_id="slow", row=0)
    async def slow(self, interaction: discord.Interaction, button: discord.ui.Button[Board]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="slowly turned")

    @discord.ui.button(label="Off", custom_id="off", disabled=True, row=0)
    async def off(self, interaction: discord.Interaction, button: discord.ui.Button[Board]) -> None:
        raise AssertionError("a disabled button cannot be clicked")

    @discord.ui.select(
        custom_id="where",
        placeholder="Where?",
        options=[
            discord.SelectOption(label=name, value=name.lower(), description="A city")
            for name in ("Hampi", "Delhi")
        ],
    )
    async def where(self, interaction: discord.Interaction, select: discord.ui.Select[Board]) -> None:
        await interaction.response.send_modal(Form(select.values[0]))


class Form(discord.ui.Modal):
    """A form with a text and a choice."""

    def __init__(self, place: str) -> None:
        super().__init__(title=f"To {place}", custom_id=f"form:{place}")
        self.word = discord.ui.TextInput[Form](custom_id="word", max_length=20)
        self.how = discord.ui.Select[Form](
            custom_id="how",
            options=[
                discord.SelectOption(label="On foot", value="foot"),
                discord.SelectOption(label="Horse"),
            ],
        )
        self.add_item(discord.ui.Label(text="A word", component=self.word))
        self.add_item(discord.ui.Label(text="How", description="Foot or horse", component=self.how))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"{self.word.value} by {self.how.values[0]} ({self.custom_id})"
        )


class Tall(discord.ui.LayoutView):
    """A message with Components V2."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery = discord.ui.MediaGallery[Tall](
            discord.MediaGalleryItem("attachment://map.png", description="The map")
        )
        again = discord.ui.Button[Tall](label="Again", custom_id="again")
        section = discord.ui.Section[Tall](
            "## Your turn",
            accessory=discord.ui.Thumbnail[Tall]("attachment://map.png", description="Small map"),
        )
        row = discord.ui.ActionRow[Tall](again)
        self.add_item(
            discord.ui.Container(section, discord.ui.Separator(), gallery, row, accent_colour=0x336699)
        )


class SampleBot(discord.Client):
    """The bot. Its `command` messages say what it understood."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
        self.tree = app_commands.CommandTree(self)
        self.resumed = 0
        self.errors: list[Exception] = []
        add_commands(self.tree, self)

    async def setup_hook(self) -> None:
        self.add_view(Board())
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_message(self, message: discord.Message, /) -> None:
        if not message.author.bot and message.content:
            await message.reply(
                f"you wrote {message.content}", allowed_mentions=discord.AllowedMentions.none()
            )


def add_commands(tree: app_commands.CommandTree[SampleBot], bot: SampleBot) -> None:
    """Add all slash commands of the sample."""
    group = app_commands.Group(name="game", description="A game")

    @group.command(name="new", description="Begin")
    @app_commands.describe(game="Which", seats="How many", open="For all", friend="With whom", sheet="A file")
    @app_commands.choices(game=[app_commands.Choice(name="Vijayanagara", value="vijayanagara")])
    async def new(
        interaction: discord.Interaction,
        game: str,
        seats: app_commands.Range[int, 1, 3] = 3,
        open: bool = True,
        friend: discord.User | None = None,
        sheet: discord.Attachment | None = None,
    ) -> None:
        size = len(await sheet.read()) if sheet else 0
        await interaction.response.send_message(f"{game} {seats} {open} {friend and friend.mention} {size}")

    tree.add_command(group)

    @tree.command(description="An order")
    @app_commands.describe(order="What to do")
    async def do(interaction: discord.Interaction, order: str) -> None:
        await interaction.response.send_message(f"you said {order}", ephemeral=True)

    @do.autocomplete("order")
    async def orders(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        words = ["command", "comment", "decree"]
        return [app_commands.Choice(name=word, value=word) for word in words if word.startswith(current)]

    @tree.command(description="The board")
    async def board(interaction: discord.Interaction) -> None:
        file = discord.File(picture(), "board.png", description="A blue board")
        await interaction.response.send_message("here", file=file, view=Board())

    @tree.command(description="Later")
    async def later(interaction: discord.Interaction, private: bool = False) -> None:
        await interaction.response.defer(ephemeral=private, thinking=True)
        embed = discord.Embed(title="Done", description="It took a while").set_image(
            url="attachment://later.png"
        )
        await interaction.edit_original_response(
            embed=embed, attachments=[discord.File(picture(), "later.png")]
        )
        await interaction.followup.send("and one more thing", ephemeral=True)

    @tree.command(description="Tall")
    async def tall(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Tall(), file=discord.File(picture(), "map.png"))

    @tree.command(description="Posts to the channel, twice with one nonce")
    async def post(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("posting", ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        first = await interaction.channel.send("once only", nonce="n1")
        second = await interaction.channel.send("once only", nonce="n1")
        await first.pin()
        await interaction.followup.send(f"{first.id == second.id}", ephemeral=True)

    @tree.command(description="Never answers")
    async def silent(interaction: discord.Interaction) -> None:
        await asyncio.sleep(0.5)
        try:
            await interaction.response.send_message("too late")
        except discord.NotFound as error:
            bot.errors.append(error)

    @tree.command(description="Answers twice")
    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("first")
        route = discord.http.Route(
            "POST", "/interactions/{id}/{token}/callback", id=interaction.id, token=interaction.token
        )
        try:
            await bot.http.request(route, json={"type": 4, "data": {"content": "second"}})
        except discord.HTTPException as error:
            bot.errors.append(error)


def point_at(api_base: str, gateway_url: str) -> None:
    """Connect discord.py in this process to the sandbox."""
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


def main() -> None:
    """Run the bot: `python sample_bot.py API_BASE GATEWAY_URL`."""
    point_at(sys.argv[1], sys.argv[2])
    SampleBot().run("any-token")


if __name__ == "__main__":
    main()
