// Loaded before everything else (node --import): packages come from tests/node, where ./dev installs them, so that this
// folder needs no copy of its own.
import { registerHooks } from "node:module";

const here = new URL("..", import.meta.url).href;
const installed = new URL("../../node/packages.mjs", import.meta.url).href; // any name in that folder will do

registerHooks({
  resolve(specifier, context, next) {
    const bare = !/^(\.{0,2}\/|[a-z]+:)/.test(specifier);
    const ours = context.parentURL?.startsWith(here);
    return next(specifier, bare && ours ? { ...context, parentURL: installed } : context);
  },
});
