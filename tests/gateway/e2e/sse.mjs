// Blocks of a stream as bytes, and bytes as writes: where the faults of framing and of the network live.
import { setImmediate as turn } from "node:timers/promises";

// blocks: [{event?, data}], data a string or a value. framing: {newline, space, comments}.
export function frame(blocks, { newline = "\n", space = true, comments = false } = {}) {
  const gap = space ? " " : "";
  return blocks.map(({ event, data }) => {
    const lines = [];
    if (comments) lines.push(": UPSTREAM PROCESSING", "");
    if (event !== undefined) lines.push(`event:${gap}${event}`);
    lines.push(`data:${gap}${typeof data === "string" ? data : JSON.stringify(data)}`, "", "");
    return Buffer.from(lines.join(newline));
  });
}

// Buffers -> smaller ones. "byte": one byte each; "utf8": cut inside every character that has several bytes.
const CUTS = {
  byte: () => true,
  utf8: (bytes, at) => (bytes[at] & 0xc0) === 0x80,
};

function* cut(bytes, isCut) {
  let from = 0;
  for (let at = 1; at < bytes.length; at += 1) {
    if (!isCut(bytes, at)) continue;
    yield bytes.subarray(from, at);
    from = at;
  }
  yield bytes.subarray(from);
}

const ALONE = 800; // pieces that certainly leave as packets of their own

// Writes every piece on its own; returns false when the other side has gone. A turn of the event loop after each keeps
// them apart on the way, too; where there are thousands, the later ones may travel together, or a run would take
// minutes.
export async function writeAll(response, buffers, cuts) {
  let written = 0;
  for (const buffer of buffers) {
    for (const piece of cuts === undefined ? [buffer] : cut(buffer, CUTS[cuts])) {
      if (response.destroyed) return false;
      response.write(piece);
      written += 1;
      if (written < ALONE || written % 8 === 0) await turn();
    }
  }
  return true;
}
