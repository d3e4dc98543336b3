// Reads a manifest, lets every client of a reply's protocol read it, and counts. sdk_conformance_test.mjs says what a
// manifest is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseExact } from "./exact_json.mjs";
import { CLIENTS } from "./sdk_clients.mjs";
import { compare } from "./sdk_compare.mjs";
import { serveCases } from "./sdk_server.mjs";

const AT_ONCE = 16;
const TIMEOUT_MS = 20_000;

// One line of the manifest, with the bytes to serve. Numbers inside arguments keep their text.
export function readCase(line, bytesOf) {
  const served = JSON.parse(line);
  const exact = parseExact(line).expect?.calls ?? [];
  served.expect.calls?.forEach((call, index) => {
    call.arguments = exact[index].arguments;
  });
  served.bytes = bytesOf(served);
  return served;
}

export function readManifest(folder) {
  return readFileSync(join(folder, "manifest.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => readCase(line, ({ file }) => readFileSync(join(folder, file))));
}

// name<TAB>client or *<TAB>reason; "#" begins a remark.
export function readLeftOut(path) {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name, client, reason, ...more] = line.split("\t");
      if (!reason || more.length > 0) throw new Error(`${path}: not name<TAB>client<TAB>reason: ${line}`);
      return { name, client, reason, uses: 0 };
    });
}

async function readOnce(client, served, url) {
  const calls = served.expect.calls ?? [];
  const names = (wanted) => [...new Set(calls.filter(wanted).map((call) => call.name))];
  const abort = new AbortController();
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    const reading = client.read({
      url,
      stream: served.stream,
      tools: names(() => true),
      customTools: names((call) => call.custom),
      signal: abort.signal,
      timeout: TIMEOUT_MS,
    });
    return await Promise.race([reading, late]);
  } catch (error) {
    return { crash: error };
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

// How often each client used each of the things that were counted: [{client, uses, ...thing}].
class Uses {
  #counts = new Map();

  add(thing, client) {
    const counts = this.#counts.get(thing) ?? this.#counts.set(thing, new Map()).get(thing);
    counts.set(client, (counts.get(client) ?? 0) + 1);
  }

  list(wordsOf) {
    return [...this.#counts].flatMap(([thing, counts]) =>
      [...counts].map(([client, uses]) => ({ client, uses, ...wordsOf(thing) })),
    );
  }
}

// An entry that nothing needed. One for a recording that is shared beside the source tree says nothing where those are
// absent, and only our own were served.
function staleAmong(leftOut, cases) {
  const isOwn = ({ name }) => name.startsWith("own/");
  const onlyOwn = cases.every(isOwn);
  return leftOut.filter((entry) => entry.uses === 0 && (isOwn(entry) || !onlyOwn));
}

// `generated`: what a client cannot read is told by patterns (UNREADABLE in sdk_clients.mjs).
//
// Returns {rows: [{client, read, compared, unreadable, leftOut, failed}], failures: [{name, client, differences}],
// limits: [{client, fields, why, uses}], unreadable: [{client, why, uses}], stale: [left-out entries that nothing
// needed]}. Entries of `leftOut` count their uses.
export async function runCases(cases, { leftOut = [], generated = false, clients = CLIENTS } = {}) {
  const server = await serveCases(cases);
  const rows = new Map(
    clients.map(({ name }) => [
      name,
      { client: name, read: 0, compared: 0, unreadable: 0, leftOut: 0, failed: 0 },
    ]),
  );
  const failures = [];
  const limits = new Uses();
  const unreadable = new Uses();
  const leftOutByName = Map.groupBy(leftOut, (entry) => entry.name);

  const tasks = cases.flatMap((served, number) =>
    clients.filter((client) => client.protocol === served.to).map((client) => ({ served, number, client })),
  );
  async function work() {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const { served, number, client } = task;
      const row = rows.get(client.name);
      const seen = await readOnce(client, served, server.url(number));
      row.read += 1;
      const judged = seen.crash
        ? {
            unreadable: null,
            limits: [],
            differences: [{ field: "reader", expected: "an end", seen: seen.crash.stack }],
          }
        : compare(served, client, seen, { generated });
      for (const limit of judged.limits) limits.add(limit, client.name);
      if (judged.unreadable) {
        unreadable.add(judged.unreadable, client.name);
        row.unreadable += 1;
        continue;
      }
      row.compared += 1;
      if (judged.differences.length === 0) continue;
      const excuses = (leftOutByName.get(served.name) ?? []).filter(
        (entry) => entry.client === "*" || entry.client === client.name,
      );
      for (const entry of excuses) entry.uses += 1;
      if (excuses.length > 0) {
        row.leftOut += 1;
        continue;
      }
      row.failed += 1;
      failures.push({
        number,
        name: served.name,
        to: served.to,
        client: client.name,
        differences: judged.differences,
      });
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await server.close();
  }
  failures.sort((a, b) => a.number - b.number || a.client.localeCompare(b.client));
  return {
    rows: [...rows.values()].filter((row) => row.read > 0),
    failures,
    limits: limits.list(({ fields, why }) => ({ fields, why })),
    unreadable: unreadable.list(({ why }) => ({ why })),
    stale: staleAmong(leftOut, cases),
  };
}

// ---- words ----------------------------------------------------------------------------------------

function shown(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === undefined
    ? "nothing"
    : text.length > 700
      ? `${text.slice(0, 700)}... (${text.length} characters)`
      : text;
}

function difference({ field, expected, seen }) {
  // Two long texts: from a little before the place where they part.
  if (typeof expected === "string" && typeof seen === "string" && field !== "reader") {
    let at = 0;
    while (at < expected.length && expected[at] === seen[at]) at += 1;
    const from = Math.max(0, at - 40);
    const piece = (text) => `${JSON.stringify(text.slice(from, from + 300))} (${text.length} characters)`;
    return `  ${field}, from character ${from}\n    expected ${piece(expected)}\n    seen     ${piece(seen)}`;
  }
  return `  ${field}\n    expected ${shown(expected)}\n    seen     ${shown(seen)}`;
}

export const describe = ({ name, to, client, differences }) =>
  `${name} as ${to}, read by ${client}\n${differences.map(difference).join("\n")}`;

export function table(rows) {
  const columns = ["client", "read", "compared", "unreadable", "leftOut", "failed"];
  const heads = ["client", "read", "compared", "cannot read", "left out", "failed"];
  const lines = [heads, ...rows.map((row) => columns.map((column) => String(row[column])))];
  const widths = heads.map((_head, index) => Math.max(...lines.map((line) => line[index].length)));
  return lines
    .map((line) =>
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "),
    )
    .join("\n");
}
