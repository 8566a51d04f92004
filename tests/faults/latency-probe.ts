/**
 * A process of its own that asks for the start page and for the health of a server, over and over: how
 * long those wait who do no harm. Told `count`, it tells what it has seen since it was told last.
 */
export interface ProbeReport {
  /** Milliseconds of each answer. */
  waits: number[];
  /** The responses other than 200. */
  failures: string[];
}

const empty = (): ProbeReport => ({ waits: [], failures: [] });
let sight = empty();

async function ask(url: string) {
  const begun = performance.now();
  const { status } = await fetch(url)
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer;
    })
    .catch((error) => ({ status: String(error) }));
  sight.waits.push(performance.now() - begun);
  if (status !== 200) sight.failures.push(`${url} ${status}`);
}

process.on("message", (message: { base: string } | "count") => {
  if (message === "count") {
    process.send?.(sight);
    sight = empty();
    return;
  }
  const { base } = message;
  const goOn = async (path: string) => {
    for (;;) {
      await ask(base + path);
      await new Promise((done) => setTimeout(done, 25));
    }
  };
  for (const path of ["/", "/api/health"]) void goOn(path);
});
process.on("disconnect", () => process.exit(0));
