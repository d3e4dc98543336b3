// What the three protocols share on the upstream's side.

// A text in three or so pieces, cut without regard to its meaning but never inside a UTF-16 pair: every piece is
// encoded on its own, and a lone surrogate has no encoding.
export function pieces(text) {
  const characters = [...text];
  const length = Math.max(1, Math.ceil(characters.length / 3));
  const list = [];
  for (let at = 0; at < characters.length; at += length)
    list.push(characters.slice(at, at + length).join(""));
  return list;
}

// Whether a text is what a provider accepts as arguments.
export function strictObject(text) {
  if (typeof text !== "string") return false;
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

// The text of a content: a string, or a list of parts.
export function textOf(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => part.text ?? textOf(part.content)).join("\n");
}
