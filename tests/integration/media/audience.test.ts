import { afterEach, expect, it, vi } from "vitest";
import { GET as getMedia } from "@/app/media/[file]/route";
import { mediaVariant } from "@/lib/media/schema";
import { prepareVariants, storePicture } from "@/lib/media/service";
import { mediaUrlOf } from "@/lib/media/urls";
import { tokenCookie } from "@/lib/platform/auth/cookie-names";
import { db } from "@/lib/platform/db";
import { type Author, context, makeAuthor, makeStory, pictureOf } from "../generation/support";

let author: Author;
let other: Author;
let administrator: Author;

const get = async (file: string, headers: Record<string, string> = {}) => {
  const request = new Request(`http://localhost:3000/media/${file}`, { headers });
  const response = await getMedia(request, context({ file }));
  await response.arrayBuffer();
  return response;
};
const bearer = ({ token }: Author) => ({ authorization: `Bearer ${token}` });
const cookie = ({ token }: Author) => ({ cookie: `${tokenCookie}=${token}` });
const statuses = (headers?: Record<string, string>) =>
  Promise.all(files.map(async (file) => (await get(file, headers)).status));

[author, other, administrator] = [await makeAuthor(), await makeAuthor(), await makeAuthor(true)];
const story = await makeStory(author);
const storyId = story.id;
const picture = await storePicture(await pictureOf("draft", 900, 600), { origin: "model" });
await prepareVariants(picture.id);
const row = await db.mediaObject.findUniqueOrThrow({ where: { id: picture.id } });
const [small] = mediaVariant.array().parse(row.variants);
/** Names of the picture and its smallest encoding. */
const files = [mediaUrlOf(row).slice("/media/".length), small?.key ?? ""];
await db.scene.create({
  data: {
    storyId,
    sceneNumber: 1,
    panels: { create: { panelNumber: 1, imageMediaId: picture.id } },
  },
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("S8 a picture of a draft is served to its author and the administrator only", async () => {
  expect(await statuses()).toEqual([404, 404]);
  expect(await statuses(bearer(other))).toEqual([404, 404]);
  expect(await statuses({ "if-none-match": "*" })).toEqual([404, 404]);
  for (const headers of [bearer(author), cookie(author), bearer(administrator)]) {
    expect(await statuses(headers)).toEqual([200, 200]);
  }
  const { headers } = await get(files[0] ?? "", cookie(author));
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "private, max-age=3600",
    "cross-origin-resource-policy": "same-origin",
    vary: "cookie, authorization",
  });
});

it.each(["an upload", "what a job made"])("%s is seen by who made it", async (what) => {
  const { id } = await storePicture(await pictureOf(what), { origin: "model" });
  const { extension, sha256 } = await db.mediaObject.findUniqueOrThrow({ where: { id } });
  const file = `${sha256}.${extension}`;
  expect((await get(file, bearer(author))).status).toBe(404);
  const ownerId = author.viewer.id;
  if (what === "an upload") await db.mediaUpload.create({ data: { mediaId: id, userId: ownerId } });
  else await db.job.create({ data: { kind: "image", ownerId, result: { mediaId: id } } });
  expect((await get(file, bearer(author))).status).toBe(200);
  expect((await get(file, bearer(other))).status).toBe(404);
});

it("is public once it is published, for an hour in caches, and private from the moment it is unpublished", async () => {
  await db.story.update({
    where: { id: storyId },
    data: { status: "published", publishedAt: new Date() },
  });
  expect(await statuses()).toEqual([200, 200]);
  const { headers } = await get(files[0] ?? "");
  expect(headers.get("cache-control")).toBe("public, max-age=3600");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  await db.story.update({ where: { id: storyId }, data: { status: "draft", publishedAt: null } });
  expect(await statuses()).toEqual([404, 404]);
});
