// A request's history as the fakes look at it, whatever the protocol: the assistant's turns beside what was really sent.
// `turns` is [{at, calls: [{id, name, text}], text, results: Map(id -> text), raw}] in order, `lastUser` the place
// of the last message of the user himself; both come from the protocol's reader.
import { isDeepStrictEqual } from "node:util";
import { ANSWERS, LAST_STEP, ROUNDS, stepOf } from "./script.mjs";

const valueOf = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

// The step that a request asks for: by the rounds that its history holds.
export function nextStep({ turns, lastUser }) {
  const rounds = turns.filter(({ calls }) => calls.length > 0).length;
  if (rounds < ROUNDS) return rounds;
  if (rounds > ROUNDS) return LAST_STEP;
  return turns.some(({ text, at }) => text.includes(ANSWERS[0]) && at < lastUser) ? ROUNDS + 1 : ROUNDS;
}

// Puts the step that it repeats on every turn (`step`, `sent`, `current`: it stands after the user's last message), and
// tells what was altered: words, or undefined. sentOf(step) is what the fake sent, with ids.
export function matchTurns({ turns, lastUser }, sentOf) {
  let rounds = 0;
  let answers = 0;
  let problem;
  for (const turn of turns) {
    const calling = turn.calls.length > 0;
    if (calling) turn.step = rounds < ROUNDS ? rounds : ROUNDS + 1;
    else turn.step = answers === 0 ? ROUNDS : LAST_STEP;
    if (calling) rounds += 1;
    else answers += 1;
    turn.current = turn.at > lastUser;
    turn.sent = sentOf(turn.step);
    const { calls } = turn.sent;
    const same =
      calls.length === turn.calls.length &&
      calls.every(
        ({ id, name, value }, at) =>
          (id === "" || turn.calls[at].id === id) &&
          turn.calls[at].name === name &&
          isDeepStrictEqual(valueOf(turn.calls[at].text), value),
      );
    if (!same && calling && !turn.sent.foreign) {
      problem ??=
        `message ${turn.at}: expected ${calls.map(({ id, name }) => `${name} ${id}`).join(", ")}, ` +
        `came ${turn.calls.map(({ id, name }) => `${name} ${id}`).join(", ")}`;
    }
  }
  return problem;
}

export const sentBy = (family, mark, tools, idOf) => (step) => {
  const sent = stepOf(family, mark, step, tools);
  const earlier = step <= ROUNDS ? step : ROUNDS;
  // Some providers number the calls of a conversation.
  let number = 0;
  for (let before = 0; before < earlier; before += 1)
    number += stepOf(family, mark, before, tools).calls.length;
  sent.calls = sent.calls.map((call, at) => ({ ...call, id: idOf(sent.seed, at, call.name, number + at) }));
  return sent;
};
