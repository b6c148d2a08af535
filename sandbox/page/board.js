// On a wide screen, show the channel's newest board beside the conversation.

import { picture } from "./components.js";
import { replace } from "./dom.js";
import { context, el, state } from "./state.js";

const BOARD = /^board\.(png|gif)$/;
const EPHEMERAL = 64;
let shown = "";

export function showBoard() {
  const posted = [...state.messages.values()].filter((message) => !(message.flags & EPHEMERAL));
  const boards = posted.flatMap((message) => message.attachments).filter((file) => BOARD.test(file.filename));
  const newest = boards.at(-1);
  el("board").hidden = !newest;
  if (newest?.url === shown) return;
  shown = newest?.url ?? "";
  replace(el("board"), newest ? [picture(newest, newest.description, context, "")] : []);
}
