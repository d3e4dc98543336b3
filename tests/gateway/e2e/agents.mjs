// The agent programs, one file each in agents/. An agent is
//   name, variants      the protocols that it can speak
//   shows               a tool that it, and no other client, declares in the requests that matter
//   scene(needs, file)  calls of its own tools that show `file`: [{name, value, proof?}], as libraryScene() of
//                       scene.mjs; undefined where it has no tool for that. proof: what the tool's result holds,
//                       if not the text of the file
//   quietWhenCut        it ends without a word when a reply says that it was cut off (finish `length`)
//   asksForEver         it answers an error of the upstream by asking again, without end
//   start(run)          {program, args, env, files} for {url, model, prompt, protocol}; files go into its HOME
import { AGENT as claudeCode } from "./agents/claude_code.mjs";
import { AGENT as codex } from "./agents/codex.mjs";
import { AGENT as opencode } from "./agents/opencode.mjs";
import { AGENT as qwenCode } from "./agents/qwen_code.mjs";

export const AGENTS = [codex, opencode, claudeCode, qwenCode];

// The prompt carries the path of the file to the upstream, which has to write it into its calls.
export const promptFor = (file) => `Show me the file: ${file}`;
export const fileIn = (prompt) => /Show me the file: (\S+?)(?=["<\s]|$)/.exec(prompt)?.[1];
