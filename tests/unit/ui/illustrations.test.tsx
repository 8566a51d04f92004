import { existsSync, readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup as render } from "react-dom/server";
import { expect, it } from "vitest";
import { Illustration, type IllustrationName } from "@/components/ui/pictures/illustration";

const files = readdirSync("public/illustrations");
const names = files
  .map((file) => file.replace(".svg", ""))
  .filter((name) => !name.endsWith("-over")) as IllustrationName[];

it.each(names)("the drawing %s is decoration, and its files are there and small", (name) => {
  const html = render(<Illustration name={name} />);
  expect(html).toContain('aria-hidden="true"');
  const shown = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => `public${href}`);
  const own = files.filter((file) => [`${name}.svg`, `${name}-over.svg`].includes(file));
  expect(shown).toHaveLength(own.length);
  for (const file of shown) {
    expect(existsSync(file)).toBe(true);
    const text = readFileSync(file, "utf8");
    expect(text.length).toBeLessThan(24_000);
    // A picture is a document of its own: it has neither the page's fonts nor its colours.
    expect(text).not.toMatch(/<text|var\(/);
    for (const [, id] of text.matchAll(/url\(#([^)]+)\)/g)) expect(text).toContain(`id="${id}"`);
  }
});
