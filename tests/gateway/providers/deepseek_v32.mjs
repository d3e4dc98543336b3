// DeepSeek V3.2: reasoning goes back within a turn, or 400; a new question clears it (S4-11, S4-12).
import { deepseek, missingAt, MUST_PASS_BACK } from "./deepseek.mjs";

const rules = {
  thinks: ({ model, thinking }) =>
    thinking?.type === "enabled" || (model === "deepseek-reasoner" && thinking?.type !== "disabled"),
  reasoning({ at, raw, sent, current, calls }, notice) {
    const given = raw.reasoning_content;
    if (!current) {
      if (given) notice(`message ${at}: reasoning_content of an earlier turn, which the API ignores (S4-12)`);
      return undefined;
    }
    if (calls.length === 0) return undefined;
    if (typeof given !== "string") return missingAt(at);
    if (sent.foreign) return undefined;
    return (given ?? "") === sent.thought ? undefined : MUST_PASS_BACK;
  },
};

export const DEEPSEEK_V32 = deepseek(
  { name: "deepseek-v32", model: "deepseek-reasoner", refusesMissing: true },
  rules,
);
// The same without thinking (S4-91).
export const DEEPSEEK_CHAT = deepseek({ name: "deepseek-chat", model: "deepseek-chat" }, rules);
