// The words of a run: a table of clients and upstream protocols, or of clients and faults, and a line for each failure.
const PROTOCOLS = ["chat", "responses", "messages"];

function columns(lines) {
  const widths = lines[0].map((_cell, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function counted(results) {
  if (results.length === 0) return "";
  const passed = results.filter(({ wrong }) => wrong === undefined).length;
  return `${passed}/${results.length}`;
}

const namesOf = (results, name) => [...new Set(results.map(name))];

export function table(results) {
  const clients = namesOf(results, ({ client }) => client.name);
  const upstreams = PROTOCOLS.filter((name) => results.some(({ upstream }) => upstream === name));
  const byClient = [["client", ...upstreams.map((name) => `upstream ${name}`), "all"]];
  for (const name of clients) {
    const own = results.filter(({ client }) => client.name === name);
    byClient.push([
      name,
      ...upstreams.map((each) => counted(own.filter(({ upstream }) => upstream === each))),
      counted(own),
    ]);
  }
  const faults = [["fault", "stream", "body", "failing clients"]];
  for (const name of namesOf(results, ({ fault }) => fault.name)) {
    const own = results.filter(({ fault }) => fault.name === name);
    const failing = namesOf(
      own.filter(({ wrong }) => wrong !== undefined),
      ({ client }) => client.name,
    );
    faults.push([
      name,
      counted(own.filter(({ stream }) => stream)),
      counted(own.filter(({ stream }) => !stream)),
      failing.length > 4 ? `${failing.length} of ${clients.length}` : failing.join(" "),
    ]);
  }
  return `${columns(byClient)}\n\n${columns(faults)}\n`;
}

export const failureLines = (results) =>
  results
    .filter(({ wrong }) => wrong !== undefined)
    .map(
      ({ client, fault, upstream, stream, wrong }) =>
        `FAILED ${client.name}, fault ${fault.name}, upstream ${upstream}, ${stream ? "stream" : "body"}: ` +
        wrong.replaceAll("\n", "\\n"),
    );

export function summary(results, ms) {
  const failed = results.filter(({ wrong }) => wrong !== undefined).length;
  return `${results.length} tool loops, ${failed} failed, ${(ms / 1000).toFixed(1)} s`;
}
