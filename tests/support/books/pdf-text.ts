import { inflateSync } from "node:zlib";

/** The content of a generated PDF that tests check. */
export interface ReadPdf {
  /** The texts of each page in the order of the content stream, one entry for each run. */
  pages: string[][];
  /** Base names of its fonts, and whether each is embedded. */
  fonts: { name: string; isEmbedded: boolean }[];
  /** The text of all objects. */
  source: string;
}

/** Reads a PDF without object streams, as the app writes them. */
export function readPdf(bytes: Buffer): ReadPdf {
  const source = bytes.toString("latin1");
  const objects = new Map<string, { dictionary: string; stream: Buffer | null }>();
  for (const { 1: id = "", 2: body = "" } of source.matchAll(
    /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g,
  )) {
    const start = body.indexOf("\nstream\n");
    const dictionary = start < 0 ? body : body.slice(0, start);
    const raw =
      start < 0
        ? null
        : Buffer.from(body.slice(start + 8, body.lastIndexOf("\nendstream")), "latin1");
    const stream = raw && dictionary.includes("/FlateDecode") ? inflateSync(raw) : raw;
    objects.set(id, { dictionary, stream });
  }
  const refs = (dictionary: string, key: string) =>
    [
      ...(new RegExp(`/${key} \\[?((?:\\d+ 0 R\\s*)+)`).exec(dictionary)?.[1] ?? "").matchAll(
        /(\d+) 0 R/g,
      ),
    ].map(([, id = ""]) => id);
  const letters = (font: string): Map<number, string> => {
    const [map = ""] = refs(objects.get(font)?.dictionary ?? "", "ToUnicode");
    const text = objects.get(map)?.stream?.toString("latin1") ?? "";
    const found = new Map<number, string>();
    for (const { 1: from = "", 2: list = "" } of text.matchAll(
      /<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g,
    )) {
      [...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(({ 1: hex = "" }, index) => {
        const units = hex.replaceAll(" ", "").match(/.{4}/g) ?? [];
        found.set(
          Number.parseInt(from, 16) + index,
          String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
        );
      });
    }
    return found;
  };
  const fontIds = new Map<string, string>();
  for (const { dictionary } of objects.values()) {
    for (const { 1: name = "", 2: id = "" } of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fontIds.set(name, id);
  }
  const maps = new Map([...fontIds].map(([name, id]) => [name, letters(id)]));
  const kids = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary));
  const pages = kids.map(({ dictionary }) => {
    const content = refs(dictionary, "Contents")
      .map((id) => objects.get(id)?.stream?.toString("latin1") ?? "")
      .join("\n");
    const pieces: string[] = [];
    let map = new Map<number, string>();
    for (const { 1: font, 2: shown } of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) map = maps.get(font) ?? new Map();
      else if (shown !== undefined) {
        const codes = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(
          ([, hex = ""]) => hex.match(/.{4}/g) ?? [],
        );
        pieces.push(codes.map((code) => map.get(Number.parseInt(code, 16)) ?? "").join(""));
      }
    }
    return pieces;
  });
  const fonts = [...objects.values()]
    .filter(({ dictionary }) => dictionary.includes("/Type /FontDescriptor"))
    .map(({ dictionary }) => ({
      name: /\/FontName \/(\S+)/.exec(dictionary)?.[1] ?? "",
      isEmbedded: /\/FontFile[23]? \d+ 0 R/.test(dictionary),
    }));
  return { pages, fonts, source };
}
