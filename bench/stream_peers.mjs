// stream_peers.mjs FOLDER [--chunk BYTES] [--seconds S]: how long JavaScript peers take over the chat streams (*.sse) in
// FOLDER, in this one process, from memory. One JSON line per peer and file:
//
//   {"peer": name and version, "file", "events", "bytes", "ns_per_event", "ns_per_stream", "rounds", "out"}
//
// events: data events of the stream, [DONE] not counted. out: events that the peer made of them; a peer that drops
// some has less to do, so look at it before comparing (llms drops reasoning_content, which others of its transformers
// rename). Processor time of the process, the best of several rounds after a warm-up; ns_* are null, with "error",
// where the peer does not get through the stream. The peers do what a gateway does:
//
//   ai-sdk   @ai-sdk/openai-compatible reads the stream into its own events (doStream), which are all taken;
//   llms     @musistudio/llms writes it as a stream of Messages, of which all bytes are taken.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const nodeFolder = join(fileURLToPath(import.meta.url), "../../tests/node");
const require = createRequire(join(nodeFolder, "package.json"));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const versionOf = (name) =>
  JSON.parse(readFileSync(join(nodeFolder, "node_modules", name, "package.json"), "utf8")).version;

const ROUNDS = 7;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // 16 KiB: about what one read of a socket brings.
  options: { chunk: { type: "string", default: "16384" }, seconds: { type: "string", default: "2" } },
});
if (positionals.length !== 1 || !(Number(values.chunk) > 0) || !(Number(values.seconds) > 0)) {
  console.error("usage: stream_peers.mjs FOLDER [--chunk BYTES] [--seconds S]");
  process.exit(2);
}

function respond(pieces) {
  let next = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (next < pieces.length) controller.enqueue(pieces[next++]);
      else controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

async function aiSdk() {
  const { createOpenAICompatible } = await load("@ai-sdk/openai-compatible");
  let pieces;
  const model = createOpenAICompatible({
    name: "bench",
    baseURL: "http://127.0.0.1/v1",
    includeUsage: true,
    fetch: async () => respond(pieces),
  }).chatModel("bench");
  const prompt = [{ role: "user", content: [{ type: "text", text: "Go." }] }];
  return {
    peer: `ai-sdk ${versionOf("@ai-sdk/openai-compatible")}`,
    async read(stream) {
      pieces = stream;
      const reader = (await model.doStream({ prompt })).stream.getReader();
      let finish;
      let out = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        out += 1;
        if (value.type === "error")
          throw new Error(`the stream holds an error: ${value.error?.message ?? value.error}`);
        if (value.type === "finish") finish = value;
      }
      if (finish === undefined) throw new Error("no finish was told");
      return out;
    },
  };
}

async function llms() {
  const { default: exported } = await load("@musistudio/llms");
  const Server = exported.default ?? exported; // as CommonJS it comes wrapped
  const name = "Anthropic";
  const server = new Server({ logger: false, initialConfig: {}, useJsonFile: false, useEnvFile: false });
  // Its transformers are registered behind the constructor's back.
  for (let wait = 0; wait < 200 && !server.transformerService.hasTransformer(name); wait++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const transformer = server.transformerService.getTransformer(name);
  if (transformer === undefined) throw new Error("@musistudio/llms has no transformer of that name any more");
  let complaint;
  transformer.logger = { debug() {}, info() {}, error: (first) => (complaint ??= first) };
  const context = { req: { id: "bench" } };
  const last = Buffer.from("event: message_stop");
  return {
    peer: `llms ${versionOf("@musistudio/llms")}`,
    async read(stream) {
      complaint = undefined;
      const reader = (await transformer.transformResponseIn(respond(stream), context)).body.getReader();
      let ended = false;
      let out = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        out += 1; // it writes one event at a time
        ended ||= last.equals(value.subarray(0, last.length));
      }
      if (complaint !== undefined) throw new Error(`it logs an error: ${JSON.stringify(complaint)}`);
      if (!ended) throw new Error("no message_stop was written");
      return out;
    },
  };
}

async function cpuNanoseconds(work) {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return 1000 * (user + system);
}

// Nanoseconds of one stream: rounds of many, the best of them. A quarter of the time is for warming up.
async function measure(read, pieces, seconds) {
  const budget = seconds * 1e9;
  let warm = 0;
  let count = 0;
  while (warm < budget / 4) {
    warm += Math.max(1000, await cpuNanoseconds(() => read(pieces)));
    count += 1;
  }
  const perRound = Math.max(1, Math.floor((count * 3) / ROUNDS)); // as many again, three times over
  let best = Infinity;
  let rounds = 0;
  const begin = performance.now();
  for (; rounds < ROUNDS && (rounds === 0 || performance.now() - begin < seconds * 1000); rounds++) {
    const spent = await cpuNanoseconds(async () => {
      for (let i = 0; i < perRound; i++) await read(pieces);
    });
    best = Math.min(best, spent / perRound);
  }
  return { best, rounds };
}

function countEvents(bytes) {
  const lines = bytes.toString("utf8").split(/\r\n|\r|\n/);
  return lines.filter((line) => line.startsWith("data:") && line.slice(5).trim() !== "[DONE]").length;
}

const [folder] = positionals;
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".sse"))
  .sort();
for (const make of [aiSdk, llms]) {
  const { peer, read } = await make();
  for (const name of files) {
    const bytes = readFileSync(join(folder, name));
    const size = Number(values.chunk);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => {
      // Each its own buffer: a stream may take it away.
      return new Uint8Array(bytes.subarray(i * size, (i + 1) * size));
    });
    const line = { peer, file: basename(name), events: countEvents(bytes), bytes: bytes.length };
    try {
      line.out = await read(pieces);
      const { best, rounds } = await measure(read, pieces, Number(values.seconds));
      Object.assign(line, {
        ns_per_event: Math.round(best / line.events),
        ns_per_stream: Math.round(best),
        rounds,
      });
    } catch (error) {
      Object.assign(line, { ns_per_event: null, ns_per_stream: null, error: error.message.slice(0, 300) });
    }
    console.log(JSON.stringify(line));
  }
}
process.exit(0); // llms leaves handles open
