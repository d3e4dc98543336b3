// Does the SDK test (sdk_conformance_test.mjs) tell right from wrong? Replies written by hand, through the same server,
// clients and comparison: every good one must pass for every client, every wrong one must fail.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseExact, sameValue } from "./exact_json.mjs";
import { CLIENTS } from "./sdk_clients.mjs";
import { describe, readCase, runCases } from "./sdk_run.mjs";
import { goodCases, specialCases, wrongBigInteger, wrongCases } from "./sdk_selftest_cases.mjs";
import { pieces } from "./sdk_server.mjs";

const stray = [];
process.on("unhandledRejection", (reason) => stray.push(reason));
after(() => assert.deepEqual(stray, []));

const load = ({ line, bytes }) => readCase(line, () => bytes);
const failed = (result) => result.failures.map((failure) => failure.client);

test("every client reads every good reply as expected", async () => {
  const cases = goodCases().map(load);
  const result = await runCases(cases);
  assert.deepEqual(result.failures.map(describe), []);
  for (const row of result.rows) assert.equal(row.compared, cases.length / 3, row.client);
  assert.equal(result.rows.length, CLIENTS.length);
});

test("refusals, custom tools and pauses are read as far as each client shows them", async () => {
  const result = await runCases(specialCases().map(load), { generated: true });
  assert.deepEqual(result.failures.map(describe), []);
  assert.deepEqual(
    result.rows.filter((row) => row.unreadable > 0).map(({ client, unreadable }) => [client, unreadable]),
    [
      ["ai-openai-compatible/chat", 1],
      ["ai-openai/chat", 1],
    ],
  );
});

test("what a client cannot read is a failure where it is not generated and not left out", async () => {
  const cases = specialCases().map(load);
  const result = await runCases(cases);
  assert.deepEqual(failed(result), ["ai-openai-compatible/chat", "ai-openai/chat"]);
  assert.deepEqual(result.unreadable, []);
  const leftOut = result.failures.map(({ name, client }) => ({ name, client, reason: "a test", uses: 0 }));
  const named = await runCases(cases, { leftOut });
  assert.deepEqual([named.failures, named.stale], [[], []]);
});

for (const { fault, served } of wrongCases()) {
  const loaded = load(served);
  test(`${loaded.to}: ${fault} is reported`, async () => {
    const clients = CLIENTS.filter((client) => client.protocol === loaded.to);
    const result = await runCases([loaded]);
    // What a client does not show it cannot miss; every other client has to.
    const blind = fault === "another reasoning" ? ["ai-openai/chat"] : [];
    assert.deepEqual(
      failed(result).sort(),
      clients
        .map(({ name }) => name)
        .filter((name) => !blind.includes(name))
        .sort(),
      result.failures.map(describe).join("\n"),
    );
    const counted = result.rows.reduce((sum, row) => sum + row.failed, 0);
    assert.equal(counted, result.failures.length);
  });
}

test("a big integer off by one is reported by the client that shows its text", async () => {
  assert.deepEqual(failed(await runCases([load(wrongBigInteger())])), ["openai/chat"]);
});

test("a failure that is left out is counted, and an entry that is not needed is reported", async () => {
  const wrong = load(wrongCases().find(({ served }) => served.line.includes('"to":"chat"')).served);
  const entry = (name, client) => ({ name, client, reason: "a test", uses: 0 });
  const all = await runCases([wrong], { leftOut: [entry(wrong.name, "*")] });
  assert.deepEqual([all.failures, all.stale], [[], []]);
  assert.equal(
    all.rows.every((row) => row.leftOut === 1),
    true,
  );
  const one = await runCases([wrong], {
    leftOut: [entry(wrong.name, "openai/chat"), entry("self/no-such", "*")],
  });
  assert.deepEqual(failed(one), ["ai-openai-compatible/chat", "ai-openai/chat"]);
  assert.deepEqual(
    one.stale.map(({ name }) => name),
    ["self/no-such"],
  );
});

test("entries for shared recordings are no longer needed only where those are served", async () => {
  const served = load(goodCases()[0]);
  const entries = () =>
    ["own/gone.sse", "shared/gone.sse"].map((name) => ({ name, client: "*", reason: "a test", uses: 0 }));
  const staleWith = async (name) =>
    (await runCases([{ ...served, name }], { leftOut: entries() })).stale.map((entry) => entry.name);
  assert.deepEqual(await staleWith("own/here.sse"), ["own/gone.sse"]);
  assert.deepEqual(await staleWith("shared/here.sse"), ["own/gone.sse", "shared/gone.sse"]);
});

test("the command reads a folder, tells what differs and ends accordingly", () => {
  const command = fileURLToPath(new URL("sdk_conformance_test.mjs", import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), "argwright-sdk-"));
  const run = (cases) => {
    const lines = cases.map(({ line, bytes }, index) => {
      writeFileSync(join(folder, `${index}.bytes`), bytes);
      return line.replace(/^\{/, `{"file":"${index}.bytes",`);
    });
    writeFileSync(join(folder, "manifest.jsonl"), `${lines.join("\n")}\n`);
    writeFileSync(join(folder, "left_out.txt"), "# none\n");
    return spawnSync(process.execPath, [command, folder, "--left-out", join(folder, "left_out.txt")], {
      encoding: "utf8",
    });
  };
  try {
    const good = run(goodCases());
    assert.equal(good.status, 0, good.stdout + good.stderr);
    assert.match(good.stdout, /21 replies, 0 failures/);
    const wrong = run([...goodCases(), wrongCases()[0].served]);
    assert.equal(wrong.status, 1, wrong.stdout + wrong.stderr);
    assert.match(
      wrong.stdout,
      /self\/chat\/another text as chat, read by openai\/chat\n {2}text.*\n.*Something else/,
    );
    assert.equal(run([]).status, 1); // nothing was compared
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("streams are cut inside lines and characters, and the pieces are the whole", () => {
  const bytes = Buffer.from(goodCases()[0].bytes);
  const cuts = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => [...pieces(bytes, seed)]);
  for (const cut of cuts) {
    assert.ok(cut.length > 10);
    assert.deepEqual(Buffer.concat(cut), bytes);
    assert.ok(cut.some((piece) => piece.at(-1) !== 0x0a));
  }
  assert.ok(cuts.flat().some((piece) => (piece[0] & 0xc0) === 0x80)); // inside a character
});

test("equality is by value and knows large numbers", () => {
  const same = (a, b) => sameValue(parseExact(a), parseExact(b));
  assert.ok(same('{"a":1.0,"b":[1e2,-0]}', '{"b":[100,0],"a":1}'));
  assert.ok(!same("12345678901234567890", "12345678901234567891"));
  assert.ok(!same("[1]", '{"0":1}'));
  assert.ok(!same('{"a":null}', "{}"));
  assert.ok(!same('"1"', "1"));
  assert.ok(sameValue(parseExact("12345678901234567890"), 12345678901234567890));
  assert.ok(same("1e400", "10e399"));
});
