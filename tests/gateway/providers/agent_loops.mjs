// Loops of the agent programs: one question, five rounds of their own tools, an answer. The file that they are asked to
// show is the conversation's mark.
import { randomBytes } from "node:crypto";
import { AGENTS } from "../e2e/agents.mjs";
import { isInstalled, runAgent } from "../e2e/agent_process.mjs";
import { ANSWERS, ROUNDS } from "./script.mjs";

export { isInstalled };
export const clients = AGENTS.flatMap((agent) =>
  agent.variants.map((protocol) => ({ name: `${agent.name}/${protocol}`, protocol, agent })),
);

const LIMIT_MS = 120_000;

export async function runAgentLoop({ client, family }, url) {
  const secret = `secret-${randomBytes(6).toString("hex")}`;
  let mark;
  // The folder is made by runAgent; start() is told of the file in it.
  const agent = {
    ...client.agent,
    start(run) {
      mark = /Show me the file: (\S+)/.exec(run.prompt)[1];
      return client.agent.start(run);
    },
  };
  const { protocol } = client;
  const seen = await runAgent(agent, { url, model: family.model, protocol, secret, limit: LIMIT_MS });
  return { ...seen, mark, secret };
}

export function judgeAgentLoop(seen, entries, { client }) {
  const last = `${seen.output}\n${seen.errors}`.trim().slice(-300);
  const refused = entries.find(({ status, thread }) => status !== 200 && !thread);
  if (refused !== undefined) return `refused at step ${entries.indexOf(refused)}: ${refused.problem}`;
  if (seen.late) return `hung; it said: ${last}`;
  if (seen.code !== 0) return `ended with ${seen.code}; it said: ${last}`;
  const steps = new Set(entries.map(({ step }) => step));
  for (let step = 0; step <= ROUNDS; step += 1)
    if (!steps.has(step)) return `never came to step ${step}: ${last}`;
  if (!seen.output.includes(ANSWERS[0])) return `${client.name} did not show the answer: ${last}`;
  const notices = entries.flatMap(({ notices: list }) => list);
  return notices.length === 0 ? undefined : `noticed: ${[...new Set(notices)].slice(0, 4).join("; ")}`;
}
