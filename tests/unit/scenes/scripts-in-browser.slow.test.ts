import { chromium } from "@playwright/test";
import { expect, it } from "vitest";
import { bubbleGeometry } from "@/lib/scenes/bubbles/geometry";
import { textBubble } from "@/lib/scenes/bubbles/schema";
import { bubblesMarkup } from "@/lib/scenes/lettering/bubble-svg";
import { bubbleLettering, directionOf } from "@/lib/scenes/lettering/font-fallback";
import { loadShaper } from "@/lib/scenes/lettering/font-files";
import { outlineLine } from "@/lib/scenes/lettering/outline";
import { fontRule, readWebFont, textsOf, webFontsOf } from "@/lib/scenes/lettering/web-fonts";
import { CHROMIUM_FLAGS, findChromium } from "@/tests/runner/chromium";
import texts from "./bubble-texts.json";

await loadShaper();

const panel = { width: 672, height: 896 };
const bubbles = texts.map(({ text }) =>
  textBubble.parse({
    id: "b",
    text,
    position: { x: 0.5, y: 0.5 },
    style: { fontFamily: "Creepster", fontSize: 22, maxWidth: 240 },
  }),
);

it("a line of any script is as wide in a browser as on the server, within a pixel", async () => {
  const rules = webFontsOf(textsOf([{ textBubbles: bubbles }])).map((font) => {
    const [folder = "", , file = ""] = font.path.split("/");
    const bytes = Buffer.from(readWebFont(folder, file) ?? []).toString("base64");
    return fontRule(font, `data:font/woff2;base64,${bytes}`);
  });
  const drawn = bubbles.map((bubble) => `<svg>${bubblesMarkup([bubble], panel)}</svg>`);
  const executablePath = findChromium();
  // Chromium loads no font at all where it finds none on the machine.
  const { FONTCONFIG_FILE: _, ...environment } = process.env;
  const browser = await chromium.launch({
    env: environment,
    args: CHROMIUM_FLAGS,
    ...(executablePath && { executablePath }),
  });
  const page = await browser.newPage();
  await page.setContent(
    `<meta charset="utf-8"><style>${rules.join("")}.lettering{font-kerning:none;font-synthesis:none;font-variant-ligatures:none;font-variant-emoji:text;text-rendering:geometricPrecision}</style>${drawn.join("")}`,
  );
  const seen = await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((font) => font.load()));
    return [...document.querySelectorAll("svg")].map((svg) =>
      [...svg.querySelectorAll("text")].map((line) => line.getComputedTextLength()),
    );
  });
  await browser.close();
  for (const [at, bubble] of bubbles.entries()) {
    const { lines, fontSize } = bubbleGeometry(bubble, panel);
    const direction = directionOf(bubble.text);
    for (const [index, line] of lines.entries()) {
      const { width } = outlineLine({ ...line, direction }, bubbleLettering(bubble), fontSize);
      expect(Math.abs((seen[at]?.[index] ?? Number.NaN) - width), line.text).toBeLessThan(1);
    }
  }
}, 120_000);
