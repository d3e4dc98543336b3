// One strict provider over HTTP, on loopback. A family, one file each, is
//   name, provider, protocol, model   the gateway's names for it; `model` is what clients ask for
//   path                              what is posted to
//   config                            lines for argwright.toml where more is needed than these (optional)
//   refusesMissing                    it answers 400 where reasoning is missing
//   signsCalls                        signatures beside calls are its own; to others they are another provider's
//   effort                            what clients ask for in their own protocol's words (optional)
//   read(body)                        {turns, lastUser, prompt, tools, stream, ..}; see conversation.mjs
//   idOf(seed, at, name, number)      the id of a call
//   check(body, view, notice)         undefined, or {status, body}: refused, in the provider's own words. What the
//                                     provider swallows although its answers get worse goes to notice(words)
//   thinks(body)                      whether it thinks about this request (optional: always)
//   stream(sent, body), reply(sent, body)   blocks or a body for {seed, thought, quiet, text, calls}; quiet: a step that
//                                     was answered without thinking, because that request had turned it off. In
//                                     check() a turn's `sent` may be foreign: another provider answered that step
// Requests of no conversation (script.mjs) get a plain text, and nothing of them is checked.
import { createServer } from "node:http";
import { frame, writeAll } from "../e2e/sse.mjs";
import { matchTurns, nextStep, sentBy } from "./conversation.mjs";
import { isScripted, markIn } from "./script.mjs";

async function readBody(incoming) {
  const parts = [];
  for await (const part of incoming) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

function sendJson(response, status, value) {
  const bytes = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length });
  response.end(bytes);
}

// Gemini's signatures, which are nobody else's business.
const signaturesIn = ({ messages }) =>
  (messages ?? []).flatMap((message, at) =>
    [message, ...(message.tool_calls ?? [])]
      .filter((holder) => holder.extra_content !== undefined)
      .map(() => `message ${at}: another provider's signature beside a call`),
  );

const ASIDE = { seed: "aside", thought: "", text: "A plain answer.", calls: [] };

async function send(response, family, sent, body) {
  if (body.stream !== true) return sendJson(response, 200, family.reply(sent, body));
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (await writeAll(response, frame(family.stream(sent, body), family.framing))) response.end();
}

async function answer(family, { anyPath, quiet, answered }, incoming, response, record) {
  const path = incoming.url.replace(/\?.*/, "");
  if (incoming.method === "GET")
    return sendJson(response, 200, { object: "list", data: [{ id: family.model, object: "model" }] });
  if (path.endsWith("/count_tokens")) {
    incoming.resume();
    return sendJson(response, 200, { input_tokens: 11 });
  }
  const known = anyPath ? path.endsWith(family.path.split("/").at(-1)) : path === family.path;
  if (!known) {
    incoming.resume();
    return sendJson(response, 404, { error: { message: `Not Found: ${path}` } });
  }
  const body = await readBody(incoming);
  const view = family.read(body);
  const mark = markIn(view.prompt);
  const entry = { mark, notices: [], status: 200 };
  if (!isScripted(mark, view.tools)) {
    record({ ...entry, aside: true });
    return send(response, family, ASIDE, body);
  }
  const scripted = sentBy(family.name, mark, view.tools, family.idOf);
  const sentOf = (step) => {
    const sent = scripted(step);
    if (!answered.has(sent.seed)) return { ...sent, thought: "", foreign: true };
    return quiet.has(sent.seed) ? { ...sent, thought: "", quiet: true } : sent;
  };
  view.altered = matchTurns(view, sentOf);
  const refused = family.check(body, view, (words) => entry.notices.push(words));
  if (refused !== undefined) {
    record({ ...entry, status: refused.status, problem: refused.words, thread: refused.thread });
    return sendJson(response, refused.status, refused.body);
  }
  if (view.altered !== undefined) entry.notices.push(`altered: ${view.altered}`);
  if (!family.signsCalls) entry.notices.push(...signaturesIn(body));
  entry.step = nextStep(view);
  entry.thinks = family.thinks?.(body) ?? true;
  record(entry);
  const { seed } = scripted(entry.step);
  answered.add(seed);
  if (entry.thinks) quiet.delete(seed);
  else quiet.add(seed);
  return send(response, family, sentOf(entry.step), body);
}

// Returns {url, entries, entriesOf(mark), close()}; url ends as the family's base URL does. anyPath: for clients that come
// without a gateway and with a path of their own.
export async function startProvider(family, { anyPath = false } = {}) {
  const entries = [];
  const quiet = new Set(); // seeds of steps
  const answered = new Set(); // likewise
  const server = createServer((incoming, response) => {
    response.socket?.setNoDelay(true);
    response.on("error", () => {});
    answer(family, { anyPath, quiet, answered }, incoming, response, (entry) => entries.push(entry)).catch(
      (error) => {
        entries.push({ status: 500, notices: [], problem: `the fake broke: ${error.stack}` });
        response.destroy(error);
      },
    );
  });
  server.keepAliveTimeout = 30_000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const root = `http://127.0.0.1:${server.address().port}`;
  return {
    url: root + family.path.replace(/\/(chat\/completions|messages)$/, ""),
    entries,
    entriesOf: (mark) => entries.filter((entry) => entry.mark === mark),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const refuse = (words, body, more = {}) => ({ status: 400, words, body, ...more });
