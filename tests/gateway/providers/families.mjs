// The fakes, one file for each family.
import { ANTHROPIC } from "./anthropic.mjs";
import { DEEPSEEK_CHAT, DEEPSEEK_V32 } from "./deepseek_v32.mjs";
import { DEEPSEEK_V4 } from "./deepseek_v4.mjs";
import { GEMINI } from "./gemini.mjs";
import { GLM } from "./glm.mjs";
import { KIMI, KIMI_K25 } from "./kimi.mjs";
import { MINIMAX, MINIMAX_CUMULATIVE, MINIMAX_INLINE } from "./minimax.mjs";
import { MISTRAL } from "./mistral.mjs";
import { OPENROUTER } from "./openrouter.mjs";
import { QWEN, QWEN_OPEN, QWEN_STREAMS } from "./qwen.mjs";

export const FAMILIES = [
  DEEPSEEK_CHAT,
  DEEPSEEK_V32,
  DEEPSEEK_V4,
  MINIMAX,
  MINIMAX_CUMULATIVE,
  MINIMAX_INLINE,
  GLM,
  KIMI,
  KIMI_K25,
  QWEN,
  QWEN_OPEN,
  QWEN_STREAMS,
  OPENROUTER,
  GEMINI,
  MISTRAL,
  ANTHROPIC,
];
