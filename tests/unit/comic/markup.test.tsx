import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { markupOf } from "@/components/comic/markup";
import { PanelView } from "@/components/comic/panel-view";
import { Transcript } from "@/components/reader/transcript";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { anyBubble } from "../scenes/arbitrary";

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};
const decoded = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (one) => entities[one] ?? one);

/** What a browser reads: tags with their attributes, and the words between them. */
function read(html: string): unknown[] {
  const read: unknown[] = [];
  const tag = /<(\/?)([a-z]+)((?:\s+[a-zA-Z-]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/gy;
  for (let at = 0; at < html.length; ) {
    tag.lastIndex = at;
    const found = tag.exec(html);
    if (found) {
      at = tag.lastIndex;
      const [, end, name = "", rest = ""] = found;
      if (name === "link" || (end && name === "path")) continue;
      const attributes = [
        ...rest.matchAll(/([a-zA-Z-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g),
      ];
      read.push([
        end + name,
        ...attributes
          .map(
            ([, key = "", ...values]) =>
              `${key.toLowerCase()}=${decoded(values.find(Boolean) ?? "")}`,
          )
          .sort(),
      ]);
      continue;
    }
    const next = html.indexOf("<", at + (html[at] === "<" ? 1 : 0));
    const words = html.slice(at, next < 0 ? html.length : next);
    expect(words, "a sign that is not escaped").not.toMatch(/[<>]/);
    read.push(decoded(words));
    at += words.length;
  }
  return read;
}

const panelOf = (
  words: string,
  textBubbles: Panel["textBubbles"],
  videoUrl: string | null,
): Panel => ({
  _id: "p",
  panelNumber: 3,
  status: "completed",
  shot: "",
  hasImage: true,
  imagePrompt: "",
  altText: words,
  imageUrl: "/media/a.webp",
  srcSet: "/media/b.webp 512w, /media/a.webp 768w",
  width: 768,
  height: 1024,
  placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
  videoUrl,
  videoPrompt: "",
  imageGenerationError: null,
  textBubbles,
  version: 1,
});

const signs = fc.constantFrom(
  "<",
  ">",
  "&",
  '"',
  "'",
  "`",
  "=",
  "/",
  "</figure><script>",
  "&amp;",
  "\\u003c",
  " ",
  "x",
);
const hostile = fc.oneof(
  fc.array(signs, { maxLength: 12 }).map((parts) => parts.join("")),
  fc.string(),
);

it("a panel written as text reads as React writes it, whatever its bubbles say", () => {
  fc.assert(
    fc.property(
      hostile,
      fc.array(fc.tuple(anyBubble, hostile, hostile), { maxLength: 3 }),
      fc.boolean(),
      (words, bubbles, isVideo) => {
        const textBubbles = bubbles.map(([bubble, text, speaker], index) => ({
          ...bubble,
          id: `b${index}`,
          text: text || bubble.text,
          speaker: speaker.slice(0, 40) || undefined,
        })) as Panel["textBubbles"];
        const view = (
          <PanelView
            panel={panelOf(words, textBubbles, isVideo ? "/media/c.webm" : null)}
            aspectRatio="3:4"
            eager={isVideo}
            waits
          />
        );
        expect(read(markupOf(view))).toEqual(read(renderToStaticMarkup(view)));
      },
    ),
    { numRuns: 300 },
  );
});

it("a transcript reads as it was written", () => {
  const bubble = {
    ...fc.sample(anyBubble, { numRuns: 1, seed: 1 })[0],
    text: `<b>"Stop" & 'go'</b>`,
    speaker: "A<B",
  };
  const scene = {
    sceneNumber: 2,
    panels: [panelOf(`A "lamp" & <i>`, [bubble as Panel["textBubbles"][number]], null)],
  } as Scene;
  const html = renderToStaticMarkup(<Transcript scene={scene} />);
  expect(read(html).filter((part) => typeof part === "string")).toEqual([
    "Transcript",
    `A "lamp" & <i>`,
    "A<B: ",
    `<b>"Stop" & 'go'</b>`,
  ]);
});
