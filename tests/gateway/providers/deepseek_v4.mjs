// DeepSeek V4: thinks unless told not to; every assistant message has the field, even empty, and those with calls have what
// was sent, in all later requests (C5).
import { deepseek, missingAt, MUST_PASS_BACK } from "./deepseek.mjs";

export const DEEPSEEK_V4 = deepseek(
  { name: "deepseek-v4", model: "deepseek-v4-pro", refusesMissing: true },
  {
    thinks: ({ thinking }) => thinking?.type !== "disabled",
    reasoning({ at, raw, sent, calls }) {
      const given = raw.reasoning_content;
      if (typeof given !== "string") return calls.length > 0 ? MUST_PASS_BACK : missingAt(at);
      return calls.length === 0 || sent.foreign || given === sent.thought ? undefined : MUST_PASS_BACK;
    },
  },
);
