// Without the vault and its tokens a client that drops reasoning comes to no end where the provider refuses what is
// missing. If it did, either the fake would not look or something else would put the reasoning back.

// Clients that keep nothing but text and calls, whatever the provider.
const DROP_ALL = ["openai/chat", "ai-openai/chat", "langchain/chat"];
const DROPPING = ["plain/", "reversing/", "wavering/", "repeating/", "branching/", "alternating/", "retooling/"];
// Proofs that have no place in another protocol.
const BOUND_TO_PROTOCOL = ["gemini", "openrouter", "anthropic"];

const drops = (client, family) =>
  !client.name.startsWith("forcing/") && // a call that was forced was made without thinking
  (DROP_ALL.includes(client.name) ||
    DROPPING.some((habit) => client.name.startsWith(habit)) ||
    (client.name === "openai-agents/chat" && family.name !== "gemini") || // it keeps members of calls that it does not know
    (BOUND_TO_PROTOCOL.includes(family.name) && client.protocol !== family.protocol));

// Lines that say what is wrong.
export function judgeVaultOff(results) {
  const lines = [];
  const named = ({ client, family, stream }) => `${client.name} ${family.name} ${stream ? "stream" : "body"}`;
  const due = results.filter(({ client, family }) => drops(client, family));
  for (const result of due) {
    if (result.wrong === undefined) lines.push(`should have failed without the vault: ${named(result)}`);
    else if (!/refused at step/.test(result.wrong))
      lines.push(`failed, but not by a refusal: ${named(result)}: ${result.wrong}`);
  }
  if (due.length === 0) lines.push("no loop in which a client drops reasoning");
  return lines;
}
