import { describe, expect, it } from "vitest";
import { GET as getShare } from "@/app/(public)/story/[storyId]/og/[file]/route";
import { manifest } from "@/app/api/manifest";
import { shareSubject, shareVersion } from "@/lib/discovery/share-picture-version";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { getReadingStory } from "@/lib/stories/queries";
import { remixStory } from "@/lib/stories/remix/service";
import { depthOf, readCredentials, verifyIndependently } from "@/tests/support/credentials/read";
import { pictureOf } from "../generation/support";
import { bubble, makeStory, type Person, person } from "../http/harness";

const agent = "Replicate: Seedream 4";

const sceneOf = async (storyId: string) =>
  db.scene.findFirstOrThrow({ where: { storyId }, orderBy: { sceneNumber: "asc" } });

async function show(storyId: string, what: string, changedFrom?: string) {
  const { id: sceneId } = await sceneOf(storyId);
  const { id: mediaId } = await storePicture(await pictureOf(what, 600, 800), {
    origin: "model",
    agent,
    ...(changedFrom && { changedFrom }),
  });
  await db.panel.updateMany({
    where: { sceneId, panelNumber: 1 },
    data: {
      imageMediaId: mediaId,
      textBubbles: [bubble("Hold on"), { ...bubble("By hand", 0.3), byHand: true }],
    },
  });
  await db.story.update({
    where: { id: storyId },
    data: { status: "published", publishedAt: new Date(), previewMediaId: mediaId },
  });
  return { storyId, sceneId, mediaId };
}

const people = [await person("ada"), await person("bob"), await person("cleo")];
const [ada, bob, cleo] = people as [Person, Person, Person];
const { story } = await makeStory({ author: ada, title: "The Lamp Room", panels: 1 });
const first = await show(story.id, "first");
const remix = await remixStory(bob.viewer, story.id);
const second = await show(remix._id, "second", first.mediaId);
const again = await remixStory(cleo.viewer, remix._id);
const family = [first, second, await show(again._id, "third", second.mediaId)];

async function render(of: { sceneId: string }, query: string) {
  const path = "/scenes/{sceneId}/panels/{panelNumber}/render";
  const endpoint = manifest.find((entry) => entry.path === path)?.endpoints.GET;
  const params = { sceneId: of.sceneId, panelNumber: "1" };
  const url = `http://comics.test/api/scenes/${of.sceneId}/panels/1/render${query}`;
  const response = await endpoint?.(new Request(url), { params: Promise.resolve(params) });
  if (response?.status !== 200) throw new Error(`answered ${response?.status}`);
  return {
    mediaType: response.headers.get("content-type") ?? "",
    robots: response.headers.get("x-robots-tag"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

async function share(storyId: string) {
  const story = await getReadingStory(storyId);
  const file = `${story && shareVersion(shareSubject(story))}.jpg`;
  const request = new Request(`http://comics.test/story/${storyId}/og/${file}`, {
    headers: { "x-inkwright-peer": "192.0.2.1" },
  });
  const response = await getShare(request, { params: Promise.resolve({ storyId, file }) });
  return {
    robots: response.headers.get("x-robots-tag"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

describe("content credentials of rendered panels", () => {
  it("of a lettered panel are valid in each format, and say who placed the bubbles", async () => {
    const [first] = family;
    for (const format of ["png", "jpeg", "webp"]) {
      const { bytes, mediaType } = await render(first as never, `?width=400&format=${format}`);
      expect(mediaType).toBe(`image/${format}`);
      const credentials = await readCredentials(bytes, mediaType);
      expect([credentials?.state, credentials?.failures]).toEqual(["Valid", []]);
      expect(credentials?.actions.map(({ action }) => action)).toEqual([
        "c2pa.opened",
        "c2pa.addedText",
        "c2pa.resized",
      ]);
      expect(credentials?.actions[1]).toMatchObject({
        description: "2 bubbles, placed by hand",
        digitalSourceType: "http://cv.iptc.org/newscodes/digitalsourcetype/humanEdits",
      });
      expect(credentials?.ingredients).toMatchObject([{ relationship: "parentOf" }]);
      expect(await verifyIndependently(bytes, mediaType)).toEqual({ isValid: true, failures: [] });
    }
  });

  it("of a remix of a remix go back to the first picture, and name both stories", async () => {
    const [first, second, third] = family as Required<typeof family>;
    const { bytes, mediaType } = await render(third as never, "?width=400&format=jpeg");
    const credentials = await readCredentials(bytes, mediaType);
    if (!credentials) throw new Error("There are none.");
    expect([credentials.state, credentials.failures]).toEqual(["Valid", []]);
    // The panel, and three pictures of which each is a change of the one before.
    expect(depthOf(credentials)).toBe(4);
    const origins = credentials.ingredients.filter(
      ({ relationship }) => relationship === "inputTo",
    );
    expect(origins.map(({ title }) => title)).toEqual([
      `“The Lamp Room” by ${people[1]?.username}`,
      `“The Lamp Room” by ${people[0]?.username}`,
    ]);
    expect(origins.map(({ informational_URI: at }) => at && new URL(at).pathname)).toEqual([
      `/story/${second?.storyId}/read`,
      `/story/${first?.storyId}/read`,
    ]);
    expect((await verifyIndependently(bytes, mediaType)).isValid).toBe(true);
  });

  it("of a share picture carry the pictures on it", async () => {
    const { bytes } = await share(family[1]?.storyId ?? "");
    const credentials = await readCredentials(bytes, "image/jpeg");
    expect([credentials?.state, credentials?.failures]).toEqual(["Valid", []]);
    expect(credentials?.actions[0]?.digitalSourceType).toContain(
      "/compositeWithTrainedAlgorithmicMedia",
    );
    const relationships = credentials?.ingredients.map(({ relationship }) => relationship);
    expect(relationships).toEqual(["componentOf", "inputTo"]);
    expect(credentials && depthOf(credentials)).toBe(3);
    expect((await verifyIndependently(bytes, "image/jpeg")).isValid).toBe(true);
  });
});

describe("a story that is not for training", () => {
  it("says so in each of its rendered pictures, and no other story does", async () => {
    const [first, second] = family as Required<typeof family>;
    await db.story.update({ where: { id: second?.storyId }, data: { noTraining: true } });
    const robotsOf = async (of: typeof first) => [
      (await render(of as never, "?width=64&format=webp")).robots,
      (await share(of?.storyId ?? "")).robots,
    ];
    expect(await robotsOf(first)).toEqual([null, null]);
    expect(await robotsOf(second)).toEqual(["noai, noimageai", "noai, noimageai"]);
  });
});
