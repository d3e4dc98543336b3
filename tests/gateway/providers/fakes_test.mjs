// The fakes alone: a client that does all as the provider wants it comes through, and each fault is told in the provider's
// words. Without this a loop through the gateway could succeed because nobody looked.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { FAMILIES } from "./families.mjs";
import { FAULTS, MORE, RIGHT, STREAMS_ONLY } from "./client_faults.mjs";
import { converse, dropReasoning, keepAll, Refused } from "./plain_client.mjs";
import { ANSWERS, EXPECTED_CALLS } from "./script.mjs";
import { startProvider } from "./server.mjs";

// All texts of an error, those that stand inside of texts, too.
const wordsIn = (value) =>
  typeof value === "string"
    ? value + (value.startsWith("{") ? wordsIn(JSON.parse(value)) : "")
    : Object.values(value ?? {})
        .map(wordsIn)
        .join("\n");

let number = 0;
for (const family of FAMILIES) {
  describe(family.name, () => {
    let fake;
    before(async () => (fake = await startProvider(family)));
    after(() => fake.close());
    const run = async (stream, asks, history = keepAll) => {
      const mark = `fake${(number += 1)}`;
      const { protocol, model, name } = family;
      const result = await converse({
        url: fake.url,
        protocol,
        model,
        mark,
        stream,
        history,
        more: MORE[name],
        asks,
      }).catch((error) => error);
      return { result, entries: fake.entriesOf(mark) };
    };
    for (const stream of STREAMS_ONLY.includes(family.name) ? [true] : [true, false]) {
      const how = stream ? "stream" : "body";
      test(`takes everything back as it was sent, ${how}`, async () => {
        const { result, entries } = await run(stream, RIGHT[family.name] ?? (() => {}));
        assert.ok(!(result instanceof Error), String(result));
        const texts = result.texts.map((text) => text.replace(/^<think>[^]*<\/think>\s*/, ""));
        assert.deepEqual({ ...result, texts }, { texts: ANSWERS, calls: EXPECTED_CALLS });
        assert.deepEqual(
          entries.flatMap(({ notices }) => notices),
          [],
        );
        assert.equal(entries.length, 8);
      });
      for (const [name, what, asks, words, noticed] of FAULTS) {
        if (name !== family.name) continue;
        test(`${what}, ${how}`, async () => {
          const { result, entries } = await run(stream, asks);
          if (words !== undefined) {
            assert.ok(result instanceof Refused, `not refused: ${JSON.stringify(result)}`);
            assert.equal(result.status, entries.at(-1).status);
            assert.ok([400, 422].includes(result.status), String(result.status));
            assert.match(entries.at(-1).problem, words);
            assert.ok(wordsIn(JSON.parse(result.text)).includes(entries.at(-1).problem), result.text);
          } else {
            assert.ok(!(result instanceof Error), String(result));
            assert.match(entries.flatMap(({ notices }) => notices).join("\n"), noticed);
          }
        });
      }
      if (family.refusesMissing) {
        test(`refuses a client that drops reasoning, ${how}`, async () => {
          const { result } = await run(stream, RIGHT[family.name] ?? (() => {}), dropReasoning);
          assert.ok(result instanceof Refused, JSON.stringify(result));
        });
      }
    }
  });
}
