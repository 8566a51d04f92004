import { afterAll, describe, expect, it } from "vitest";
import { GET as getFont } from "@/app/embed/fonts/[family]/[file]/route";
import { GET as getEmbed } from "@/app/embed/story/[storyId]/route";
import { GET as getOembed, POST as postOembed } from "@/app/oembed/route";
import { panelLinkPage } from "@/lib/discovery/panel-link";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { xmlElements } from "@/tests/support/books/xml";
import { bubble, makeStory, person, unknownId } from "../http/harness";
import { get } from "./get";

const site = "https://comics.example";

Object.assign(env(), { APP_URL: site });
const ada = await person("ada", { firstName: "Ada", lastName: "Lovelace" });
afterAll(() => Object.assign(env(), { PUBLIC_BROWSING: true }));

const oembed = (query: Record<string, string>) =>
  get(getOembed, `/oembed?${new URLSearchParams(query)}`);
const embed = (storyId: string, headers: Record<string, string> = {}) =>
  get(getEmbed, `/embed/story/${storyId}`, { storyId }, headers);
const reading = (storyId: string) => `${site}/story/${storyId}/read`;

describe("oEmbed", () => {
  it("answers for a story's addresses in JSON and XML", async () => {
    const { story } = await makeStory({ author: ada, title: 'The "Lamp" & Room' });
    for (const path of ["read", "remixes", ""]) {
      const answer = await oembed({ url: `${site}/story/${story.id}/${path}?utm=x#scene-2` });
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(JSON.parse(answer.text)).toMatchObject({
        type: "rich",
        version: "1.0",
        title: 'The "Lamp" & Room',
        author_name: "Ada Lovelace",
        author_url: `${site}/user/${ada.username}`,
        provider_name: "Inkwright",
        width: 480,
        height: 760,
        thumbnail_url: expect.stringContaining(`${site}/story/${story.id}/og/`),
        thumbnail_width: 1200,
      });
    }
    const xml = await oembed({ url: reading(story.id), format: "xml" });
    expect(xml.headers.get("content-type")).toBe("text/xml; charset=utf-8");
    const elements = xmlElements(xml.text);
    expect(elements.at(-1)?.name).toBe("oembed");
    const html = elements.find(({ name }) => name === "html")?.text ?? "";
    expect(html).toBe(JSON.parse((await oembed({ url: reading(story.id) })).text).html);
    expect(html).toContain(`<iframe src="${site}/embed/story/${story.id}"`);
    expect(html).toContain('title="The &quot;Lamp&quot; &amp; Room"');
  });

  it("embeds the scene that an address opens, of a later part the first", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 3 });
    await db.scene.update({ where: { id: scenes[2]?.id ?? "" }, data: { sceneNumber: 31 } });
    const page = `${site}/story/${story.id}`;
    const frame = `<iframe src="${site}/embed/story/${story.id}`;
    for (const [path, scene] of [
      ["/read", ""],
      ["/read#scene-9", ""],
      ["/read#scene-2", "?scene=2"],
      ["/read#scene-2-panel-2", "?scene=2"],
      ["/panel/2-2", "?scene=2"],
      ["/read/2", "?scene=31"],
      ["/read/2#scene-31-panel-2", "?scene=31"],
    ] as const) {
      const { text } = await oembed({ url: page + path });
      expect(JSON.parse(text).html, path).toContain(`${frame}${scene}"`);
    }
    for (const path of ["/read/3", "/panel/9-1", "/read?scene=9"]) {
      expect((await oembed({ url: page + path })).status, path).toBe(404);
    }
    // A page of the link names the frame for sites that read it.
    const link = await panelLinkPage(story.id, "2-2");
    const url = encodeURIComponent(`${page}/panel/2-2`);
    expect("body" in link && link.body).toContain(
      `<link rel="alternate" type="application/json+oembed" href="${site}/oembed?url=${url}&amp;format=json"/>`,
    );
    expect((await embed(story.id)).text).toContain("Read all of it on Inkwright");
  });

  it("respects maxwidth and maxheight", async () => {
    const { story } = await makeStory({ author: ada });
    const { text } = await oembed({ url: reading(story.id), maxwidth: "300", maxheight: "400" });
    const answer = JSON.parse(text);
    expect(answer).toMatchObject({ width: 300, height: 400 });
    expect(answer.html).toContain('width="300" height="400"');
    expect(answer.thumbnail_url).toBeUndefined();
  });

  it("returns 404 for foreign addresses, 501 for other formats, 401 for members' stories", async () => {
    const { story: draft } = await makeStory({ author: ada, status: "draft" });
    const { story } = await makeStory({ author: ada });
    const elsewhere = [
      reading(draft.id),
      reading(unknownId),
      `https://evil.example/story/${story.id}/read`,
      `https://comics.example.evil.example/story/${story.id}/read`,
      `https://comics.example@evil.example/story/${story.id}/read`,
      `http://comics.example/story/${story.id}/read`,
      `${site}/user/${ada.username}`,
      `${site}/story/%2e%2e/read`,
      "javascript:alert(1)",
      "not an address",
      "",
    ];
    for (const url of elsewhere) expect((await oembed({ url })).status, url).toBe(404);
    expect((await oembed({ url: reading(story.id), format: "yaml" })).status).toBe(501);
    for (const maxwidth of ["0", "-1", "x", "1e99", ""]) {
      expect((await oembed({ url: reading(story.id), maxwidth })).status, maxwidth).toBe(400);
    }
    expect((await get(getOembed, "/oembed")).status).toBe(400);
    const request = new Request("http://comics.test/oembed", { method: "POST" });
    expect((await postOembed(request, { params: Promise.resolve({}) })).status).toBe(405);
    Object.assign(env(), { PUBLIC_BROWSING: false });
    expect((await oembed({ url: reading(story.id) })).status).toBe(401);
    expect((await embed(story.id)).status).toBe(404);
    Object.assign(env(), { PUBLIC_BROWSING: true });
  });
});

describe("the reader for frames", () => {
  it("is a complete page of text and pictures without a script, and links its story", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 2 });
    await db.panel.update({
      where: { id: scenes[0]?.panels[0]?.id ?? "" },
      data: { textBubbles: [bubble("Who is there? שלום 💡")] },
    });
    const answer = await embed(story.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; .*style-src 'sha256-[^']+'; .*frame-ancestors \*$/,
    );
    const { text } = answer;
    expect(text).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect(text).toContain(`<link rel="canonical" href="${reading(story.id)}">`);
    expect(text).toContain(`<a href="${reading(story.id)}" target="_blank" rel="noopener">`);
    expect(text.match(/<img /g)?.length).toBe(4);
    expect(text.match(/loading="lazy"/g)?.length).toBe(3);
    expect(text).toContain('alt="Mara climbs, step 1"');
    expect(text).toContain("<p>Mara: Who is there? שלום 💡</p>");
    expect(text).toContain("Playpen Sans Hebrew");
    // The first letter sets the direction of titles and words, as on the site.
    expect(text).toContain("h1,h2,p{unicode-bidi:plaintext}");
    // Not the emoji's 400 kB.
    expect(text).not.toMatch(/@font-face{font-family:"Noto Emoji"/);
    expect(Buffer.byteLength(text)).toBeLessThan(40_000);

    const etag = answer.headers.get("etag") ?? "";
    expect((await embed(story.id, { "if-none-match": etag })).status).toBe(304);
    const fonts = [...text.matchAll(/url\(\/embed\/fonts\/([^/]+)\/([^)]+)\)/g)];
    expect(fonts.length).toBeGreaterThan(1);
    for (const [, family = "", file = ""] of fonts) {
      const font = await get(getFont, `/embed/fonts/${family}/${file}`, { family, file });
      expect(font.status, file).toBe(200);
      expect(font.headers.get("content-type")).toBe("font/woff2");
      expect(font.text.slice(0, 4)).toBe("wOF2");
    }
  });

  it("shows one scene where its number is given, and links to it", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 3 });
    const ofScene = (scene: string) =>
      get(getEmbed, `/embed/story/${story.id}?scene=${scene}`, { storyId: story.id });
    await db.panel.deleteMany({ where: { sceneId: scenes[1]?.id ?? "" } });
    const third = await ofScene("3");
    expect(third.status).toBe(200);
    expect([...third.text.matchAll(/<h2>([^<]*)</g)].map(([, title]) => title)).toEqual([
      "Scene 3",
    ]);
    expect(third.text.match(/<img /g)?.length).toBe(2);
    expect(third.text).toContain(`href="${reading(story.id)}#scene-3"`);
    expect(third.text).toContain("Read all of it on Inkwright");
    expect(third.headers.get("content-security-policy")).toContain("frame-ancestors *");
    // Without panels, without a scene, and no number at all.
    for (const scene of ["2", "4", "0", "-1", "3.5", "three", "", "99999999", "%00"]) {
      const { status, text } = await ofScene(scene);
      expect([400, 404], scene).toContain(status);
      expect(text, scene).not.toContain("<img ");
    }
    const answer = await oembed({ url: `${reading(story.id)}?scene=3` });
    expect(JSON.parse(answer.text).html).toContain(
      `<iframe src="${site}/embed/story/${story.id}?scene=3"`,
    );
    expect((await oembed({ url: `${reading(story.id)}?scene=2` })).status).toBe(404);
    expect((await oembed({ url: `${site}/embed/story/${story.id}?scene=1` })).status).toBe(200);
  });

  it("S17 shows hostile words as words", async () => {
    const odd = `</style></svg><script>alert(1)</script>" onload="alert(1)`;
    const { story, scenes } = await makeStory({ author: ada, title: odd });
    await db.scene.update({ where: { id: scenes[0]?.id ?? "" }, data: { title: odd } });
    await db.panel.updateMany({
      where: { sceneId: scenes[0]?.id ?? "" },
      data: { altText: odd, textBubbles: [{ ...bubble(odd), speaker: odd }] },
    });
    const { text } = await embed(story.id);
    expect(text).not.toMatch(/<script/i);
    expect(text.match(/<\/style>/g)?.length).toBe(1);
    expect(text.replaceAll(/&[a-z#0-9]+;/g, "")).not.toMatch(/"\s*onload="/);
  });

  it("is not found for drafts, and for unpublished stories", async () => {
    const { story: draft } = await makeStory({ author: ada, status: "draft", title: "Secret" });
    for (const id of [draft.id, unknownId, "x", "..", "%00"]) {
      const answer = await embed(id);
      expect(answer.status, id).toBe(404);
      expect(answer.text).toContain("This story could not be found.");
      expect(answer.text).not.toContain("Secret");
    }
    const { story } = await makeStory({ author: ada });
    expect((await embed(story.id)).status).toBe(200);
    await ada.put(`/stories/${story.id}`, { status: "draft" });
    expect((await embed(story.id)).status).toBe(404);
    expect((await oembed({ url: reading(story.id) })).status).toBe(404);
  });

  it.each(["jua", "noto-emoji", "comic-relief", "baloo-da-2"])(
    "serves the style sheet of %s, and each file that it names",
    async (family) => {
      const sheet = "face.css";
      const answer = await get(getFont, `/embed/fonts/${family}/${sheet}`, { family, file: sheet });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/css; charset=utf-8");
      const files = [...answer.text.matchAll(/src:url\(([^)]*)\) format\("woff2"\)/g)];
      expect(files.length).toBe(answer.text.match(/@font-face/g)?.length);
      for (const [, file = ""] of files) {
        const font = await get(getFont, `/embed/fonts/${family}/${file}`, { family, file });
        expect(font.status, file).toBe(200);
      }
    },
  );

  it("serves fonts of the lettering and no other file", async () => {
    const others = [
      ["bangers", "../package.json"],
      ["bangers", "..%2f..%2fpackage.json"],
      ["..", "package.json"],
      ["figtree", "figtree-latin-400-normal.woff2"],
      ["bangers", "nothing.woff2"],
      ["bangers", "bangers-latin-400-normal.woff"],
      ["bangers", "400.css"],
    ];
    for (const [family = "", file = ""] of others) {
      const answer = await get(getFont, "/embed/fonts/x/y", { family, file });
      expect(answer.status, file).toBe(404);
    }
  });
});
