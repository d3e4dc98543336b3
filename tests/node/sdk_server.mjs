// The upstream of the SDK tests: answers POST /case/<n>/v1/{chat/completions,responses,messages} with the bytes of case
// n, whatever was asked. Streams go out in several writes, cut at places that do not respect lines or UTF-8.
import { createServer } from "node:http";
import { setImmediate as turn } from "node:timers/promises";

const PATHS = { chat: "/v1/chat/completions", responses: "/v1/responses", messages: "/v1/messages" };
const MOST_WRITES = 48; // a long stream is cut into longer pieces, so that the test stays quick

// Pieces of uneven length, the same for the same case in every run.
export function* pieces(bytes, seed) {
  const mean = Math.max(7, Math.ceil(bytes.length / MOST_WRITES));
  let state = (seed * 2654435761 + 1) >>> 0;
  for (let at = 0; at < bytes.length;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const length = 1 + ((state >>> 8) % (2 * mean));
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

// cases: [{to, stream, status, bytes}], by number. Returns {url(n), close()}; url(n) is what an SDK takes as its
// base URL, less the "/v1".
export async function serveCases(cases) {
  const server = createServer(async (request, response) => {
    request.resume(); // the question is not read
    const [, number, path] = /^\/case\/(\d+)(\/[^?]*)/.exec(request.url) ?? [];
    const served = cases[Number(number)];
    if (request.method !== "POST" || served === undefined || path !== PATHS[served.to]) {
      response.writeHead(404, { "content-type": "application/json", "x-should-retry": "false" });
      response.end(
        JSON.stringify({
          error: { message: `the test serves nothing at ${request.url}`, type: "not_found" },
        }),
      );
      return;
    }
    const status = served.status ?? 200;
    if (!served.stream || status !== 200) {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(served.bytes);
      return;
    }
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
    });
    for (const piece of pieces(served.bytes, Number(number))) {
      if (response.destroyed) return; // the client has gone
      response.write(piece);
      await turn();
    }
    response.end();
  });
  server.keepAliveTimeout = 1000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    url: (number) => `http://127.0.0.1:${port}/case/${number}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
