import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../../..");
const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name));

function resolve(from: string, name: string): string | undefined {
  if (!/^[@.]/.test(name)) return undefined;
  const file = name.startsWith("@/")
    ? path.join(root, name.slice(2))
    : path.resolve(path.dirname(from), name);
  return [file, `${file}.tsx`, `${file}.ts`].find(
    (each) => /\.tsx?$/.test(each) && statSync(each, { throwIfNoEntry: false })?.isFile(),
  );
}

function reach(file: string, seen: Set<string>) {
  if (seen.has(file)) return;
  seen.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
    /(?:from|import)\s*\(?\s*"([^"]+)"/g,
  )) {
    const next = resolve(file, name);
    if (next) reach(next, seen);
  }
}

it("pages for everybody have the utilities of all they show, also of what comes later", () => {
  const app = path.join(root, "app");
  const css = readFileSync(path.join(app, "globals.css"), "utf8");
  const sources = [...css.matchAll(/@source "([^"]+)"/g)].flatMap(([, pattern = ""]) => {
    const [, folder = pattern, names] = /^(.*)\{(.*)\}$/.exec(pattern) ?? [];
    return names ? names.split(",").map((name) => folder + name) : [pattern];
  });
  const isCovered = (file: string) =>
    sources.some((source) => {
      const full = path.resolve(app, source);
      return source.endsWith("/*.tsx")
        ? path.dirname(file) === path.dirname(full)
        : file.startsWith(`${full}${path.sep}`);
    });
  const seen = new Set<string>();
  const starts = [
    ...below(path.join(app, "(public)")),
    ...readdirSync(app).map((name) => path.join(app, name)),
  ];
  for (const file of starts) if (file.endsWith(".tsx")) reach(file, seen);
  const views = [...seen].filter((file) => file.endsWith(".tsx"));
  expect(views.length).toBeGreaterThan(60);
  expect(views.filter((file) => !isCovered(file))).toEqual([]);
});
