import { expect, it } from "vitest";
import { attachmentOf, fileNameOf } from "@/lib/books/file-name";
import { brand } from "@/lib/platform/brand";

it("a book file is named by its title in any script, with an ASCII fallback for old clients", () => {
  const plain = `${brand.slug}-the-lamps-room.pdf`;
  expect(fileNameOf("The Lamp’s Room!", "pdf", "comic")).toBe(plain);
  expect(attachmentOf("The Lamp’s Room!", "pdf", "comic")).toBe(`attachment; filename="${plain}"`);
  for (const [title, part] of [
    ["灯台の部屋", "灯台の部屋"],
    ["غرفة المصباح", "غرفة-المصباح"],
    ["दीपक का कमरा", "दीपक-का-कमरा"],
  ] as const) {
    expect(fileNameOf(title, "archive", "whole")).toBe(`${brand.slug}-${part}-archive.zip`);
    const said = attachmentOf(title, "archive", "whole");
    expect(said).toMatch(/^[\x20-\x7e]*$/);
    const [ascii = "", whole = ""] = said.split("; filename*=UTF-8''");
    expect(ascii).toBe(`attachment; filename="${brand.slug}-story-archive.zip"`);
    expect(decodeURIComponent(whole)).toBe(`${brand.slug}-${part}-archive.zip`);
  }
  expect(attachmentOf("Éclair", "epub", "a5")).toBe(
    `attachment; filename="${brand.slug}-eclair-a5.epub"; filename*=UTF-8''${brand.slug}-%C3%A9clair-a5.epub`,
  );
  expect(fileNameOf('\ud800 ★ /..\\ "', "cbz", "comic")).toBe(`${brand.slug}-story.cbz`);
  expect(Array.from(fileNameOf("灯".repeat(200), "cbz", "comic")).length).toBeLessThan(50);
});
