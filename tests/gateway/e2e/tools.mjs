// The tools that the client libraries declare and run. What a tool answers names its arguments, so that the upstream's
// last text proves that the result went all the way.
const object = (properties) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export const TOOLS = [
  {
    name: "get_weather",
    description: "The weather of a city.",
    schema: object({
      city: { type: "string" },
      days: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      metric: { type: "boolean" },
    }),
  },
  {
    name: "add_note",
    description: "Keeps a note.",
    schema: object({ text: { type: "string" }, priority: { type: "integer" } }),
  },
  { name: "get_time", description: "The time now.", schema: object({}) },
];

export const answerOf = (name, value) => `${name} was given ${JSON.stringify(value)}`;

// A recorder of what was run: run(name, value) -> the tool's answer.
export function toolbox() {
  const calls = [];
  return {
    calls,
    run(name, value) {
      calls.push({ name, arguments: value });
      return answerOf(name, value);
    },
  };
}
