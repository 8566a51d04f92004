import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../../..");

/**
 * Utilities of Tailwind's default theme that theme.css switches off. Tailwind drops an unknown
 * class without a word, so this test says it: the palette, two weights, seven sizes, two radii.
 */
const unknown = [
  /^(?:bg|text|border|fill|stroke|ring|outline|from|to|via|decoration|accent|divide|shadow)-(?:white|black|(?:gray|slate|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d+)(?:\/.+)?$/,
  /^text-(?:xs|[5-9]xl)$/,
  /^font-(?:thin|extralight|light|medium|semibold|extrabold|black|serif)$/,
  /^rounded(?:-[trbl]{1,2})?-(?:xs|sm|md|lg|xl|[2-4]xl)$/,
  /^shadow-(?:xs|sm|md|lg|xl|2xl|inner)$/,
  /^ease-(?:in|in-out)$/,
  /^animate-(?:spin|ping|pulse|bounce)$/,
];

/** Every word of a source, without the variants of a class (`md:`, `hover:`). */
function* classes(source: string): Generator<string> {
  for (const word of source.split(/[\s"'`{}$]+/)) {
    yield word.replace(/^(?:[a-z0-9[\]()&=_@*-]+:)+/, "").replace(/^!|!$/g, "");
  }
}

it("uses only what the theme defines", () => {
  const files = globSync("{app,components}/**/*.tsx", { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const file of files) {
    for (const name of classes(readFileSync(path.join(root, file), "utf8"))) {
      if (unknown.some((pattern) => pattern.test(name))) found.push(`${file}: ${name}`);
    }
  }
  expect(found).toEqual([]);
});

it("recognises tokens that the theme lacks", () => {
  const source =
    'className="md:hover:bg-white text-xs" `rounded-lg ' + '{a ? "font-semibold" : "text-sm"}`';
  const caught = [...classes(source)].filter((name) => unknown.some((one) => one.test(name)));
  expect(caught).toEqual(["bg-white", "text-xs", "rounded-lg", "font-semibold"]);
});
