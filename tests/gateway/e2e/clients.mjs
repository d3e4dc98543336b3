// The client libraries, one file each in clients/. A client is {name, protocol, run}; run({url, model, stream, signal,
// timeout, prompts, steps, effort}) goes through the whole tool loop, for each prompt after the other in one conversation (at most
// `steps` replies each), and returns {calls: [{name, arguments}], text, texts, finish, error}: the tools that were run,
// the last text, those that ended the loops, the last reply's reason to end in the library's own word, and
// what the library threw or reported. It never throws for what the server sent.
import { CLIENTS as ai } from "./clients/ai.mjs";
import { CLIENTS as anthropic } from "./clients/anthropic.mjs";
import { CLIENTS as langchain } from "./clients/langchain.mjs";
import { CLIENTS as openai } from "./clients/openai.mjs";
import { CLIENTS as openaiAgents } from "./clients/openai_agents.mjs";

export const CLIENTS = [...openai, ...anthropic, ...ai, ...langchain, ...openaiAgents];
