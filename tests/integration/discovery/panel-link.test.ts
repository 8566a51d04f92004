import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as drawPicture } from "@/app/(public)/story/[storyId]/panel/[place]/[file]/route";
import { GET as openLink } from "@/app/(public)/story/[storyId]/panel/[place]/route";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { makeStory, type Person, person, unknownId } from "../http/harness";

let ada: Person;
let mediaId: string;

beforeAll(async () => {
  ada = await person("ada", { firstName: "Ada", lastName: "Lovelace" });
  const red = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#c22" } })
    .png()
    .toBuffer();
  ({ id: mediaId } = await storePicture(red, { origin: "model" }));
});

async function drawnStory(story: object = {}, setup: { status?: "draft" } = {}) {
  const made = await makeStory({ author: ada, panels: 2, title: 'Tides & "Lamps"', ...setup });
  await db.panel.updateMany({
    where: { sceneId: made.scenes[0]?.id ?? "" },
    data: { imageMediaId: mediaId },
  });
  await db.story.update({ where: { id: made.story.id }, data: story });
  return made.story.id;
}

const ask = (path: string) =>
  new Request(`http://comics.test${path}`, { headers: { "x-inkwright-peer": "192.0.2.1" } });

async function open(storyId: string, place: string) {
  const request = ask(`/story/${encodeURIComponent(storyId)}/panel/${encodeURIComponent(place)}`);
  const answer = await openLink(request, { params: Promise.resolve({ storyId, place }) });
  const body = await answer.text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(body)?.[1];
  return { status: answer.status, headers: answer.headers, body, meta };
}

async function picture(storyId: string, place: string, file: string) {
  const request = ask(`/story/${storyId}/panel/${place}/${file}`);
  return drawPicture(request, { params: Promise.resolve({ storyId, place, file }) });
}

describe("a link to a panel", () => {
  it("leads to the panel, previews it, and names the story as its original", async () => {
    const id = await drawnStory();
    const { status, headers, body, meta } = await open(id, "1-2");
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
    const target = `/story/${id}/read#scene-1-panel-2`;
    expect(body).toContain(`<meta http-equiv="refresh" content="0;url=${target}">`);
    expect(body).toContain(`<noscript><a href="${target}">`);
    expect(body).toMatch(new RegExp(`<link rel="canonical" href="[^"]+/story/${id}/read">`));
    expect(body).not.toContain('Tides & "Lamps"');
    expect(meta("og:title")).toBe("Tides &amp; &quot;Lamps&quot;, scene 1");
    expect(meta("og:url")).toMatch(/\/panel\/1-2$/);
    const file = meta("og:image")?.split("/").at(-1) ?? "";
    const drawn = await picture(id, "1-2", file);
    expect([drawn.status, drawn.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=3600",
    ]);
    const { width, height, format } = await sharp(await drawn.arrayBuffer()).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "jpeg" });
    const old = await picture(id, "1-2", `${"0".repeat(24)}.jpg`);
    expect([old.status, old.headers.get("location")]).toEqual([
      302,
      `/story/${id}/panel/1-2/${file}`,
    ]);
  });

  it("opens the story where there is no such panel; drafts and unknown ids answer there", async () => {
    const draft = await drawnStory({}, { status: "draft" });
    const id = await drawnStory();
    const places = ["1-9", "9-1", "0-0", "1", "x", "1-2-3", "99999999999999999999-1", "1e3-1"];
    for (const [story, place] of [
      ...places.map((place) => [id, place] as const),
      ...[draft, unknownId, 'x"><script>'].map((story) => [story, "1-2"] as const),
    ]) {
      const { status, headers } = await open(story, place);
      expect([place, status, headers.get("location")]).toEqual([
        place,
        302,
        `/story/${encodeURIComponent(story)}/read`,
      ]);
    }
    for (const [story, place] of [
      ...[
        [draft, "1-2"],
        [unknownId, "1-2"],
        [id, "1-9"],
      ].map(([a = "", b = ""]) => [a, b]),
    ]) {
      const { status } = await picture(story ?? "", place ?? "", `${"a".repeat(24)}.jpg`);
      expect([place, status]).toEqual([place, 404]);
    }
    for (const file of ["x.jpg", `${"A".repeat(24)}.jpg`, `${"a".repeat(24)}.png`])
      expect((await picture(id, "1-2", file)).status).toBe(404);
  });

  it("shows nothing of a story for adults but its title", async () => {
    const id = await drawnStory({ rating: "mature" });
    const { meta, body } = await open(id, "1-2");
    expect(meta("og:image")).toMatch(/\/share\.jpg$/);
    expect(meta("robots")).toContain("noindex");
    expect(body).not.toContain(`/panel/1-2/`);
    expect((await picture(id, "1-2", `${"a".repeat(24)}.jpg`)).status).toBe(404);
  });
});
