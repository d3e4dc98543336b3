// The agents' own tools. `shows`: a tool that only this agent declares; `scene`: as libraryScene() in scene.mjs.
export const AGENT_TOOLS = [];
