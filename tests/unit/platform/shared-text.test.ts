import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { shareText } from "@/lib/platform/cache/shared-text.mjs";

const sheet = `@property --dot{syntax:"<length>"}.btn>svg{content:"ü…🙂"}${".a{color:red}".repeat(40)}`;
const second = ".b{color:blue}".repeat(40);
const panels = `<figure class=panel><img alt='Ein Bär — “oh” 🐻 >'></figure>${"<p>Panel &amp; words</p>".repeat(30)}`;
const linked = JSON.stringify({ name: "\u003cb>".replace("<", "\\u003c"), text: "ä".repeat(400) });

const textRow = (id: string, text: string) =>
  `${id}:T${Buffer.byteLength(text).toString(16)},${text}`;
const rows = [
  '1:"$Sreact.fragment"\n:HC["/",""]\n',
  textRow("2", sheet),
  textRow("20", second),
  '4:["$","div",null,{"dangerouslySetInnerHTML":{"__html":"$45"}}]\n',
  textRow("45", panels),
  textRow("2e", sheet),
  textRow("54", linked),
  textRow("55", "only in the data ".repeat(40)),
  '9:{"words":"T, ünd: :T12,"}\n',
];
const chunksOf = (data: string, size: number) =>
  data
    .match(new RegExp(`[\\s\\S]{1,${size}}`, "gu"))
    ?.map((part) => `self.__next_f.push([1,${JSON.stringify(part).replaceAll("<", "\\u003c")}])`) ??
  [];
const page = (scripts: string[], body = `<div class="strip">${panels}</div>`) =>
  `<!DOCTYPE html><html><head><style data-href="/a.css /b.css">${sheet}${second}</style></head><body>${body}<script type="application/ld+json">${linked}</script><script>self.__next_f.push([0])</script>${scripts.map((script) => `<script>${script}</script>`).join("")}<footer></footer></body></html>`;

/** Runs the scripts of a page for Next as a browser would, and returns the data that they leave. */
function read(html: string): string {
  const self = { __next_f: [] as [number, string?][] };
  const document = {
    querySelector(selector: string) {
      const [, mark] = /^\[data-text='(\d+)'\]$/.exec(selector) ?? [];
      const [, name, innerHTML] =
        new RegExp(`<(\\w+)[^<>]* data-text="${mark}">([\\s\\S]*?)</\\1>`).exec(html) ?? [];
      return name ? { innerHTML } : null;
    },
  };
  for (const [, code] of html.matchAll(/<script>(self\.__next_f[\s\S]*?)<\/script>/g))
    runInNewContext(code ?? "", { self, document, TextEncoder });
  return self.__next_f.map(([, text = ""]) => text).join("");
}

const data = rows.join("");

describe("the data of a page for its scripts", () => {
  it.each([7, 100, 1_000_000])(
    "is read as Next wrote it, in chunks of up to %i letters",
    (size) => {
      const whole = page(chunksOf(data, size));
      expect(read(whole)).toBe(data);
      const shared = shareText(whole);
      expect(read(shared)).toBe(data);
      expect(shared.length).toBeLessThan(whole.length - sheet.length * 2 - panels.length);
      // Nothing but the marks is new in what is shown.
      const shown = (html: string) =>
        html.replace(/ data-text="\d+"/g, "").replace(/<script>self[\s\S]*?<\/script>/g, "");
      expect(shown(shared)).toBe(shown(whole));
      expect(shareText(shared)).toBe(shared);
    },
  );

  it("keeps a text that no element has for itself", () => {
    const beside = page(chunksOf(data, 1_000_000), `<div>${panels}and more</div><p>${panels}</p>`);
    expect(read(shareText(beside))).toBe(data);
    expect(shareText(beside).split("Panel &amp; words").length).toBe(
      beside.split("Panel &amp; words").length,
    );
  });

  it.each([
    ["rows of bytes", [...rows, "66:o4,abcd"].join("")],
    ["a row cut off", `${data}7:Tffff,cut`],
    ["no rows", "words"],
    ["nothing", ""],
  ])("stays as it is with %s", (_, other) => {
    const whole = page(chunksOf(other, 400));
    expect(shareText(whole)).toBe(whole);
  });

  it("stays as it is beside chunks of bytes, and where nothing is said twice", () => {
    const binary = page([...chunksOf(data, 400), 'self.__next_f.push([3,"AAAA"])']);
    expect(shareText(binary)).toBe(binary);
    const short = page(chunksOf('1:"$Sreact.fragment"\n', 400));
    expect(shareText(short)).toBe(short);
  });

  it("is taken from the page as it stands, also where that was changed since", () => {
    const changed = shareText(page(chunksOf(data, 500))).replace("Ein Bär", "Ein großer Bär");
    const words = panels.replace("Ein Bär", "Ein großer Bär");
    expect(read(changed)).toBe(data.replace(textRow("45", panels), textRow("45", words)));
  });
});
