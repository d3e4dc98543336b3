// reasoning_details as they come back: clients and gateways may keep the pieces of a stream apart or put them together, by
// index and type.
export function merged(details) {
  const list = [];
  for (const piece of details) {
    const same = list.find(({ index, type }) => index === piece.index && type === piece.type);
    if (same === undefined) {
      list.push({ ...piece });
      continue;
    }
    for (const [key, value] of Object.entries(piece)) {
      if (key === "text" || key === "summary") same[key] = (same[key] ?? "") + value;
      else if (value !== null && value !== undefined) same[key] = value;
    }
  }
  return list;
}
