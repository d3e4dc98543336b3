// A scripted upstream for the three protocols. A request for model `fault-NAME` without a tool's result is answered
// with a call of a tool that it declares, made wrong in the way of that row of faults.mjs; one with results is
// answered with a text that repeats them. Conversations that a provider would refuse are refused with status 400
// in its words, so that what a client, or a gateway, sends on is checked, too.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { UPSTREAM_WORDS, faultOfModel } from "./faults.mjs";
import { sceneFor } from "./scene.mjs";
import { frame, writeAll } from "./sse.mjs";
import * as chat from "./wire/chat.mjs";
import * as messages from "./wire/messages.mjs";
import * as responses from "./wire/responses.mjs";

export const WIRES = { chat, responses, messages };
const GARBAGE = {
  stream: 'data: {"id": "x", "choi\n\n\u0000\u0001<html>502 Bad Gateway</html>\n\ndata: %%%\n\n',
  body: "<html><body><h1>502 Bad Gateway</h1></body></html>",
};

const sendJson = (response, status, value) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

// What is said when the fault's own reply is due: the calls as this upstream spells them.
function faultyReply(request, fault, calls) {
  return {
    model: request.model,
    text: "",
    calls: calls.map((call) => {
      const text = JSON.stringify(call.value);
      return { ...call, text: fault.spoil?.(text, call.value) ?? text };
    }),
    finish: fault.finish ?? "tool_calls",
    shape: fault.shape ?? {},
  };
}

const answerReply = (request) => ({
  model: request.model,
  text: `Done: ${request.results.map(({ text }) => text).join(" | ")}`,
  calls: [],
  finish: "stop",
  shape: {},
});

// Until the other side goes.
const untilGone = (response) => new Promise((resolve) => response.on("close", resolve));

async function breakOff(response, ending) {
  await sleep(30); // what was written leaves first
  if (ending === "reset") response.socket?.resetAndDestroy();
  else await untilGone(response); // a stall
}

async function sendStream(response, wire, reply, fault) {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
  let blocks = wire.stream(reply);
  if (fault?.ending) {
    blocks = blocks.slice(0, blocks.findIndex((block) => block.mid) + 1);
    if (fault.ending === "error") blocks.push(wire.errorBlock(UPSTREAM_WORDS));
  }
  const here = await writeAll(response, frame(blocks, fault?.framing), fault?.cuts);
  if (!here) return;
  if (fault?.ending && fault.ending !== "error") await breakOff(response, fault.ending);
  else response.end();
}

async function sendBody(response, wire, reply, fault) {
  const bytes = Buffer.from(JSON.stringify(wire.body(reply)));
  response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
  const sent = fault?.ending ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes;
  const here = await writeAll(response, [sent], fault?.cuts);
  if (!here) return;
  if (fault?.ending) await breakOff(response, fault.ending);
  else response.end();
}

function sendInstead(response, wire, request, fault) {
  if (fault.instead === "error200") {
    sendJson(response, 200, wire.errorBody(500, UPSTREAM_WORDS));
    return;
  }
  response.writeHead(200, { "content-type": request.stream ? "text/event-stream" : "text/html" });
  response.end(request.stream ? GARBAGE.stream : GARBAGE.body);
}

async function readJson(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

// Every request as it came and what was made of it: {protocol, path, headers, body, request, status, problem}.
async function answer(incoming, response, record) {
  const path = incoming.url.replace(/\?.*/, "");
  if (incoming.method === "GET" && path === "/v1/models") {
    sendJson(response, 200, {
      object: "list",
      data: [{ id: "fault-none", object: "model", created: 0, owned_by: "us" }],
    });
    return;
  }
  if (incoming.method === "POST" && path === "/v1/messages/count_tokens") {
    incoming.resume();
    sendJson(response, 200, { input_tokens: 11 });
    return;
  }
  const protocol = Object.keys(WIRES).find((name) => WIRES[name].PATH === path);
  if (incoming.method !== "POST" || protocol === undefined) {
    incoming.resume();
    sendJson(response, 404, {
      error: { message: `nothing at ${incoming.method} ${path}`, type: "not_found" },
    });
    return;
  }
  const wire = WIRES[protocol];
  const entry = { protocol, path, headers: incoming.headers };
  const refuse = (status, words, details) => {
    Object.assign(entry, { status, problem: words });
    sendJson(response, status, wire.errorBody(status, words, details));
  };
  try {
    entry.body = await readJson(incoming);
  } catch (error) {
    record(entry);
    refuse(400, `the request is not JSON: ${error.message}`);
    return;
  }
  const request = wire.readRequest(entry.body);
  entry.request = request;
  const { fault, tag } = faultOfModel(request.model);
  entry.tag = tag;
  record(entry);
  if (request.problem !== undefined) return refuse(400, request.problem, request.details);
  if (fault === undefined) return refuse(404, `The model \`${request.model}\` does not exist`);
  entry.status = 200;

  const calls = sceneFor(request, fault);
  const due = calls !== undefined && request.results.length === 0;
  entry.due = due;
  const reply = due ? faultyReply(request, fault, calls) : answerReply(request);
  reply.items = request.items;
  reply.includeUsage = entry.body.stream_options?.include_usage === true;
  // Framing and cuts hold for all replies of this upstream, the rest for the one with the call.
  const inForce = due ? fault : { framing: fault.framing, cuts: fault.cuts };
  if (due && fault.ending === "error" && !request.stream) {
    // Some clients ask again for a body when their stream broke; this upstream has not recovered.
    return sendJson(response, 500, wire.errorBody(500, UPSTREAM_WORDS));
  }
  if (due && fault.instead) sendInstead(response, wire, request, fault);
  else if (request.stream) await sendStream(response, wire, reply, inForce);
  else await sendBody(response, wire, reply, inForce);
}

// Returns {url, requestsOf(tag), close()}. `url` is without "/v1". onRequest is told of every entry as it comes.
export async function startUpstream({ port = 0, onRequest = () => {} } = {}) {
  const byTag = new Map();
  const record = (entry) => {
    if (!byTag.has(entry.tag)) byTag.set(entry.tag, []);
    byTag.get(entry.tag).push(entry);
    onRequest(entry);
  };
  const server = createServer((incoming, response) => {
    response.socket?.setNoDelay(true);
    response.on("error", () => {}); // the other side went first
    answer(incoming, response, record).catch((error) => response.destroy(error));
  });
  server.keepAliveTimeout = 2000;
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requestsOf: (tag) => byTag.get(tag) ?? [],
    forget: (tag) => byTag.delete(tag),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
