// Which tools the upstream calls, and with what: of the tools that a request declares, those that fit.
import { randomBytes } from "node:crypto";
import { AGENTS, fileIn } from "./agents.mjs";

const weather = { city: "Tromsø 東京", days: 3, tags: ["snow", "it's windy"], metric: true };
const note = { text: "pack “skis” \u{1F3BF}", priority: 2 };

const LIBRARY_SCENES = {
  nothing: [{ name: "get_time", value: {} }],
  newline: [{ name: "get_weather", value: { ...weather, city: "New\nYork" } }],
  two: [
    { name: "get_weather", value: weather },
    { name: "add_note", value: note },
  ],
};

// Of a client library: the same for every request.
export const libraryScene = (needs) => LIBRARY_SCENES[needs] ?? [{ name: "get_weather", value: weather }];

// The calls for a request: [{id, name, value}], or undefined when it declares no tool that we know how to use.
export function sceneFor(request, fault) {
  const names = request.tools.map(({ name }) => name);
  const file = fileIn(request.prompt);
  const calls = names.includes("get_weather")
    ? libraryScene(fault.needs)
    : file && AGENTS.find(({ shows }) => names.includes(shows))?.scene(fault.needs, file);
  return calls?.map((call) => ({ ...call, id: `call_${randomBytes(8).toString("hex")}` }));
}
