import { spawn, spawnSync } from "node:child_process";
import { pinned } from "./site.ts";

const core = 1;

/** Throws a sentence that says how to get a program which is not part of the project. */
export function demand(...programs: string[]): void {
  const missing = programs.filter((name) => spawnSync(name, ["-v"]).error);
  if (missing.length === 0) return;
  throw new Error(
    `This measurement needs ${missing.join(" and ")}: apt-get install ${missing.join(" ")}`,
  );
}

/** Requests a second that an address answers, with the load on a core of its own. */
export async function rate(
  url: string,
  { seconds = 3, connections = 50, headers = {} as Record<string, string> } = {},
): Promise<number> {
  const words = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s"];
  for (const [name, value] of Object.entries(headers)) words.push("-H", `${name}: ${value}`);
  words.push(url);
  const [command = "", ...args] = pinned(words, core);
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await new Promise((resolve) => child.on("close", resolve));
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(`${url}:\n${said}`);
  const found = /Requests\/sec:\s+([\d.]+)/.exec(said)?.[1];
  if (!found) throw new Error(`wrk says of ${url}:\n${said}`);
  return Number(found);
}
