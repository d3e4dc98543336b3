// The plain client in the form of the libraries' drivers (e2e/clients.mjs), once for each habit and protocol.
import { HABITS } from "./habits.mjs";
import { converse } from "./plain_client.mjs";
import { markIn } from "./script.mjs";

const ASKING = {
  chat: (effort) => ({ reasoning_effort: effort }),
  messages: () => ({ thinking: { type: "enabled", budget_tokens: 2048 } }),
  responses: (effort) => ({ reasoning: { effort } }),
};

const runWith =
  (protocol, habit) =>
  async ({ url, model, stream, signal, prompts, effort }) => {
    const seen = { calls: [], texts: [] };
    try {
      const plainly = (address, init) => fetch(address, { ...init, signal });
      const { wrap = (post) => post, ...rest } = habit(protocol);
      const mark = markIn(prompts[0]);
      const more = effort && ASKING[protocol](effort);
      const post = wrap(plainly);
      Object.assign(
        seen,
        await converse({ url: `${url}/v1`, protocol, model, mark, stream, post, more, ...rest }),
      );
    } catch (error) {
      seen.error = error;
    }
    return seen;
  };

export const CLIENTS = Object.entries(HABITS).flatMap(([name, habit]) =>
  ["chat", "messages", "responses"].map((protocol) => ({
    name: `${name}/${protocol}`,
    protocol,
    run: runWith(protocol, habit),
  })),
);
