import { createHash } from "node:crypto";
import { GET as getAtom } from "@/app/atom.xml/route";
import { GET as getEmbed } from "@/app/embed/story/[storyId]/route";
import { GET as getRss } from "@/app/feed.xml/route";
import { GET as getMedia } from "@/app/media/[file]/route";
import { GET as getOembed } from "@/app/oembed/route";
import { GET as getSitemap } from "@/app/sitemaps/[file]/route";
import { readSource } from "@/lib/books/source-queries";
import { lastChanged, readingMetadata } from "@/lib/discovery/metadata";
import { readOrigins } from "@/lib/discovery/queries";
import { shareSubject, shareVersion } from "@/lib/discovery/share-picture-version";
import { profileData, storyData } from "@/lib/discovery/structured-data";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { getNextStories } from "@/lib/stories/feed/next-stories-queries";
import { getPublicProfile } from "@/lib/stories/feed/profile-queries";
import { getReadingStory } from "@/lib/stories/queries";
import { getRemixTree } from "@/lib/stories/remix/tree-queries";
import { face } from "@/tests/support/books/archives";
import { paintedStory } from "../books/support";
import { get } from "../discovery/get";
import { requestOpds } from "../opds/opds-client";
import { call, type Person, person, visitor } from "./harness";

/**
 * Three authors have published; a fourth does whatever people can do. What the public sees of the
 * three stays as it was, but for what counts: likes, remixes, readings, and how many there are.
 */

export const authors: Person[] = [];
export const stories: string[] = [];
export const drafts: string[] = [];
/** Keys of the pictures that the public sees of them. */
export let pictures: string[] = [];
export const tags = ["lamps", "sea"];

export async function publishStories() {
  Object.assign(env(), { APP_URL: "https://comics.example" });
  for (const name of ["ada", "ben", "cleo"]) {
    const author = await person(name, { firstName: name, bio: `${name} draws.` });
    authors.push(author);
    for (const withFaces of [true, false]) {
      const id = await paintedStory(author, { scenes: 2, panels: 2 });
      stories.push(id);
      await db.panel.updateMany({
        where: { scene: { storyId: id } },
        data: { faces: withFaces ? [face(0.3)] : [], lines: [] },
      });
      const other = await person("reader");
      await other.post(`/likes/stories/${id}`);
    }
    drafts.push(await paintedStory(author, { status: "draft", scenes: 1, panels: 1 }));
  }
  // One has an original of another's, one is for teens, one tells how it was made.
  const [, second = "", , , fifth = "", sixth = ""] = stories;
  await db.story.update({ where: { id: second }, data: { rating: "teen" } });
  await db.take.updateMany({
    where: { panel: { scene: { storyId: fifth } } },
    data: { model: "Demo studio" },
  });
  await db.story.update({ where: { id: stories[3] ?? "" }, data: { madeByHand: true } });
  const original = { originalStoryId: stories[0], originalStoryTitle: "The Lamp Room" };
  await db.story.update({ where: { id: sixth }, data: { isRemix: true, ...original } });
  const shown = await db.panel.findMany({
    where: { scene: { storyId: { in: stories } } },
    include: { image: true },
  });
  pictures = shown.flatMap(({ image }) => (image ? [`${image.sha256}.${image.extension}`] : []));
  const [avatar] = shown;
  await db.user.update({
    where: { id: authors[0]?.id ?? "" },
    data: { avatarMediaId: avatar?.imageMediaId ?? null },
  });
}

/** Counters, totals over all stories, and times of requests. */
const counted =
  /^((like|remix|view)s?(Count)?|total\w*|pages?|count|numberOfItems|interactionStatistic|hasNext|nextCursor|published|storyCount)$/;

/** A value as text, without what counts. */
const textOf = (value: unknown): string =>
  JSON.stringify(
    value,
    (key, inner) =>
      counted.test(key) && typeof inner !== "string" && key !== "published" ? undefined : inner,
    1,
  ) ?? "undefined";

interface Card {
  _id?: string;
  id?: string;
}
const idOf = (card: Card) => card._id ?? card.id ?? "";

/** Of a list its entries that are the three's, in no order. */
const ours = (name: string, cards: readonly Card[] = []): [string, string][] =>
  cards
    .filter((card) => stories.includes(idOf(card)))
    .map((card) => [`${name} ${stories.indexOf(idOf(card))}`, textOf(card)]);

/** Pieces of a document between tags of a name that speak of one of the three's stories. */
const pieces = (name: string, text: string, tag: string): [string, string][] =>
  text
    .split(new RegExp(`<${tag}[ >]`))
    .slice(1)
    .flatMap((piece): [string, string][] => {
      const at = stories.findIndex((id) => piece.includes(id));
      return at < 0 ? [] : [[`${name} ${at}`, piece.split(`</${tag}>`)[0] ?? ""]];
    });

const api = (path: string, query = "") => call("GET", path, { query });

/** The public view of the three accounts: each request with its response. */
export async function publicView(): Promise<Map<string, string>> {
  await db.rateLimit.deleteMany();
  const seen: [string, string][] = [];
  for (const query of [
    "?limit=50&sort=new",
    "?limit=50&sort=popular",
    "?limit=50&tag=sea",
    "?limit=50&q=Lamp",
    "?limit=50&made=by-hand",
    ...authors.map(({ username }) => `?limit=50&author=${username}`),
  ]) {
    const { body } = await api("/stories", query);
    seen.push(...ours(`/stories${query}`, body?.data?.stories ?? body?.stories ?? body?.data));
  }
  const known = (await api("/stories/tags")).text;
  seen.push(["tags", String(tags.every((tag) => known.includes(`"${tag}"`)))]);
  for (const [at, storyId] of [...stories, ...drafts].entries()) {
    const params = { storyId };
    for (const path of ["/stories/{storyId}", "/stories/{storyId}/scenes"]) {
      const { status, body } = await call("GET", path, { params });
      seen.push([`${path} ${at}`, `${status} ${textOf(body)}`]);
    }
    const story = await getReadingStory(storyId);
    if (!story) continue;
    const origins = await readOrigins(storyId);
    seen.push(
      [`reading ${at}`, textOf(story)],
      [`changed ${at}`, lastChanged(story)],
      [`metadata ${at}`, textOf(readingMetadata(story))],
      [`origins ${at}`, textOf(Object.entries(origins).sort())],
      [`structured data ${at}`, textOf(storyData(story, origins))],
      [`share picture ${at}`, shareVersion(shareSubject(story))],
      [`book ${at}`, textOf(await readSource(null, storyId))],
      [`embed ${at}`, (await get(getEmbed, `/embed/story/${storyId}`, params)).text],
    );
    const url = encodeURIComponent(`https://comics.example/story/${storyId}/read`);
    seen.push([`oembed ${at}`, (await get(getOembed, `/oembed?url=${url}`)).text]);
    for (const end of ["", "/manifest.json", "/pages/1"]) {
      const { status, type, bytes } = await requestOpds(`/opds/stories/${storyId}${end}`);
      const hash = createHash("sha256").update(bytes).digest("hex");
      seen.push([`/opds${end} ${at}`, `${status} ${type} ${end === "/pages/1" ? hash : bytes}`]);
    }
    seen.push([`/opds/v1.2 ${at}`, (await requestOpds(`/opds/v1.2/stories/${storyId}`)).text]);
    seen.push(...ours(`next of ${at}`, await getNextStories(storyId, 50)));
    const tree = await getRemixTree(storyId, 1);
    const leaves = JSON.stringify(tree ?? null, (_, value) =>
      value && typeof value === "object" && "previewPosition" in value
        ? [idOf(value), value.title, value.previewPosition]
        : value,
    );
    const named = stories.map((id) => leaves.match(new RegExp(`\\["${id}"[^\\]]*\\]`))?.[0]);
    seen.push([`remix tree ${at}`, textOf(named)]);
  }
  for (const { username } of authors) {
    const params = { username };
    const { status, body } = await visitor.get(`/users/${params.username}`);
    seen.push([`profile of ${username}`, `${status} ${textOf(body)}`]);
    const profile = await getPublicProfile(username);
    seen.push([`structured data of ${username}`, profile ? textOf(profileData(profile)) : "none"]);
    const query = `?author=${username}`;
    for (const [name, feed, tag] of [
      ["rss", getRss, "item"],
      ["atom", getAtom, "entry"],
    ] as const) {
      const path = name === "rss" ? "/feed.xml" : "/atom.xml";
      seen.push(
        ...pieces(`${name} of ${username}`, (await get(feed, path + query)).text, tag),
        ...pieces(`${name} with ${username}`, (await get(feed, path)).text, tag),
      );
    }
  }
  for (const query of ["", "?sort=popular", "?q=Lamp", "?tag=sea"]) {
    const { json: catalogue } = await requestOpds(`/opds/stories${query}`);
    for (const publication of catalogue?.publications ?? []) {
      const text = JSON.stringify(publication);
      const at = stories.findIndex((id) => text.includes(id));
      if (at >= 0) seen.push([`/opds/stories${query} ${at}`, text]);
    }
    seen.push(
      ...pieces(
        `/opds/v1.2/stories${query}`,
        (await requestOpds(`/opds/v1.2/stories${query}`)).text,
        "entry",
      ),
    );
  }
  const urls = async (file: string) => (await get(getSitemap, `/sitemaps/${file}`, { file })).text;
  seen.push(...pieces("sitemap", await urls("stories-1.xml"), "url"));
  const people = (await urls("authors-1.xml")).split("</url>");
  for (const { username } of authors) {
    const entry = people.find((piece) => piece.includes(`/${username}<`));
    seen.push([`sitemap with ${username}`, String(entry)]);
  }
  seen.push(...(await ownRows()));
  for (const file of pictures) {
    const { headers, ...answer } = await get(getMedia, `/media/${file}`, { file });
    const hash = createHash("sha256").update(answer.text).digest("hex");
    const kept = [...headers].filter(([name]) => name !== "x-request-id" && name !== "date");
    seen.push([`/media ${pictures.indexOf(file)}`, `${answer.status} ${hash} ${textOf(kept)}`]);
  }
  return new Map(seen);
}

/** The three's own rows, and those of their pictures but for the age, which begins anew on use. */
async function ownRows(): Promise<[string, string][]> {
  const ids = [...stories, ...drafts];
  const scenes = (
    await db.scene.findMany({ where: { storyId: { in: ids } }, orderBy: { id: "asc" } })
  ).map(({ id }) => id);
  const inStory = { where: { storyId: { in: ids } } };
  const panels = { where: { sceneId: { in: scenes } }, orderBy: { id: "asc" } } as const;
  const rows = {
    accounts: await db.user.findMany({
      where: { id: { in: authors.map(({ id }) => id) } },
      orderBy: { id: "asc" },
    }),
    stories: await db.story.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } }),
    tags: await db.storyTag.findMany({
      ...inStory,
      orderBy: [{ storyId: "asc" }, { position: "asc" }],
    }),
    characters: await db.character.findMany({ ...inStory, orderBy: { id: "asc" } }),
    locations: await db.location.findMany({ ...inStory, orderBy: { id: "asc" } }),
    scenes: await db.scene.findMany({ ...inStory, orderBy: { id: "asc" } }),
    panels: await db.panel.findMany(panels),
    takes: await db.take.findMany({
      where: { panel: { sceneId: { in: scenes } } },
      orderBy: { id: "asc" },
    }),
    pictures: await db.mediaObject.findMany({
      where: { sha256: { in: pictures.map((key) => key.slice(0, 64)) } },
      omit: { createdAt: true },
      orderBy: { id: "asc" },
    }),
  };
  return Object.entries(rows).map(([name, of]) => [`rows of ${name}`, textOf(of)]);
}
