import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
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
import { sweepMedia } from "@/lib/media/sweep-service";
import { hashPassword } from "@/lib/platform/auth/password";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/storage";
import { getNextStories } from "@/lib/stories/next-stories-queries";
import { getPublicProfile } from "@/lib/stories/profile-queries";
import { getReadingStory } from "@/lib/stories/queries";
import { getRemixTree } from "@/lib/stories/remix-tree-queries";
import {
  documentOf,
  type Fields,
  face,
  json,
  mediaName,
  panelOf,
  sceneOf,
  writeZip,
} from "@/tests/support/archives";
import { callRaw, paintedStory } from "../books/support";
import { get } from "../discovery/get";
import { upload } from "../media/support";
import { requestOpds } from "../opds/opds-client";
import { call, type Person, person } from "./harness";

/**
 * Three authors have published; a fourth does whatever people can do. What the public sees of the
 * three stays as it was, but for what counts: likes, remixes, readings, and how many there are.
 */
const seed = Number(process.env.OTHERS_SEED ?? 20_261_129);
const rounds = 12;

const authors: Person[] = [];
const stories: string[] = [];
const drafts: string[] = [];
/** Keys of the pictures that the public sees of them. */
let pictures: string[] = [];
const password = "a password of some length";
const tags = ["lamps", "sea"];

beforeAll(async () => {
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
      await call("POST", "/likes/stories/{storyId}", { params: { storyId: id }, as: other });
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
});

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
async function publicView(): Promise<Map<string, string>> {
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
    const { status, body } = await call("GET", "/users/{username}", { params });
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

let mallory: Person;
/** How the tries were answered. */
const outcomes = new Map<string, number>();
const note = ({ status }: { status: number }, name: string) =>
  outcomes.set(`${name} ${status}`, (outcomes.get(`${name} ${status}`) ?? 0) + 1);
const tried: typeof call = async (method, path, options) => {
  const answer = await call(method, path, { as: mallory, ...options });
  note(answer, `${method} ${path}`);
  return answer;
};
let accounts = 0;
async function arrive() {
  accounts += 1;
  mallory = await person(`mallory-${accounts}`, { passwordHash: await hashPassword(password) });
}

const ownStories = () =>
  db.story.findMany({ where: { authorId: mallory.id }, orderBy: { id: "asc" } });
const ownPanels = () =>
  db.panel.findMany({
    where: { scene: { story: { authorId: mallory.id } } },
    include: { image: true },
    orderBy: { id: "asc" },
  });
const one = <T>(list: readonly T[], at: number): T | undefined =>
  list[at % Math.max(1, list.length)];

async function publicFile(at: number) {
  const key = one(pictures, at) ?? "";
  return { key, bytes: Buffer.from((await storage().get(key))?.bytes ?? []) };
}

const anything = fc.nat({ max: 1_000 });
const words = fc.constantFrom("The Lamp Room", "Ada", "<b>", "A lamp", "x".repeat(200), "海");
const faces = fc.array(
  fc.record({
    name: words,
    box: fc.record({
      x: fc.constantFrom(0, 0.9),
      y: fc.constantFrom(0, 0.45, 0.95),
      width: fc.constantFrom(0, 0.05),
      height: fc.constantFrom(0, 0.05),
    }),
  }),
  { maxLength: 5 },
);
const model = fc.constantFrom("Demo studio", "seedream-4", "", "Ada's own hand");
const source = fc.constantFrom("generated", "edited", "uploaded", "remixed");

/** The calls that a stranger may try, each with the values that it takes. */
const actions = {
  /** Of an archive that names public pictures: as panels, takes, portraits, under another ending. */
  import: {
    values: fc.record({
      at: anything,
      faces,
      model,
      source,
      title: words,
      ending: fc.constantFrom("", "mp4", "gif"),
    }),
    async run({ at, faces, model, source, title, ending }: Fields) {
      const { key, bytes } = await publicFile(at as number);
      const image = mediaName(bytes, String(ending || key.split(".")[1]));
      const createdAt = "2020-01-01T00:00:00Z";
      const kind = ending === "mp4" ? "video" : "image";
      const take = {
        kind,
        source,
        file: image,
        original: null,
        prompt: title,
        model,
        faces,
        createdAt,
      };
      const portrait = {
        key: "c1",
        ...{
          name: title,
          title: "",
          description: "Somebody else.",
          imagePrompt: "A figure",
          seed: "",
        },
        ...{
          firstAppearance: 1,
          primary: image,
          images: [{ file: image, prompt: "", model, createdAt }],
        },
      };
      const panel = panelOf({ image, faces, takes: [take], altText: title, characters: ["c1"] });
      const story = {
        title,
        tags,
        cover: [1, 1],
        characters: [portrait],
        scenes: [sceneOf([panel])],
      };
      const archive = writeZip([json(documentOf(story)), { name: image, bytes }]);
      const type = "application/zip";
      const sent = { as: mallory, body: archive, type };
      note(await callRaw("POST", "/stories/import", {}, sent), "POST /stories/import");
    },
  },
  remix: {
    values: fc.record({ at: anything, scene: fc.boolean() }),
    async run({ at, scene }: Fields) {
      const params = { storyId: one(stories, at as number) ?? "", scene: "1" };
      const path = scene ? "/stories/{storyId}/remix-scene/{scene}" : "/stories/{storyId}/remix";
      await tried("POST", path, { params });
    },
  },
  like: {
    values: fc.record({ at: anything }),
    async run({ at }: Fields) {
      const storyId = one([...stories, ...drafts], at as number) ?? "";
      await tried("POST", "/likes/stories/{storyId}", { params: { storyId } });
      const scene = await db.scene.findFirstOrThrow({ where: { storyId } });
      const params = { sceneId: scene.id };
      await tried("POST", "/likes/scenes/{sceneId}", { params });
    },
  },
  report: {
    values: fc.record({ at: anything, words, reason: fc.constantFrom("children", "copyright") }),
    async run({ at, words, reason }: Fields) {
      const id = one(stories, at as number);
      await tried("POST", "/reports", { body: { kind: "story", id, reason, words } });
    },
  },
  read: {
    values: fc.record({ at: anything, share: fc.constantFrom(0, 0.5, 1) }),
    async run({ at, share }: Fields) {
      const params = { storyId: one(stories, at as number) ?? "" };
      await tried("POST", "/stories/{storyId}/views", { params, body: { type: "read" } });
      const body = { scene: 1, progression: share };
      await tried("PUT", "/stories/{storyId}/progress", { params, body });
      await tried("POST", "/events", { body: { name: "page_error", storyId: params.storyId } });
    },
  },
  profile: {
    values: fc.record({ at: anything, words }),
    async run({ at, words }: Fields) {
      const { key } = await publicFile(at as number);
      const other = one(authors, at as number)?.username.toUpperCase();
      for (const body of [
        { avatar: `/media/${key}` },
        { username: other },
        { firstName: words, bio: words },
      ]) {
        await tried("PUT", "/auth/profile", { body });
      }
    },
  },
  publish: {
    values: fc.record({
      at: anything,
      title: words,
      status: fc.constantFrom("published", "draft"),
    }),
    async run({ at, title, status }: Fields) {
      const own = one(await ownStories(), at as number);
      const params = { storyId: own?.id ?? "none" };
      const body = { title, tags, status, madeByHand: true };
      await tried("PUT", "/stories/{storyId}", { params, body });
      await tried("PUT", "/stories/{storyId}", { params, body: { status } });
    },
  },
  draw: {
    values: fc.record({ at: anything, words }),
    async run({ at, words }: Fields) {
      const panel = one(await ownPanels(), at as number);
      if (!panel) return;
      const { key } = await publicFile(at as number);
      const params = { sceneId: panel.sceneId ?? "", panelNumber: String(panel.panelNumber) };
      for (const body of [{ altText: words }, { imageUrl: `/media/${key}` }, { textBubbles: [] }]) {
        await tried("PUT", "/scenes/{sceneId}/panels/{panelNumber}", { params, body });
      }
    },
  },
  upload: {
    values: fc.record({ at: anything }),
    async run({ at }: Fields) {
      const { bytes } = await publicFile(at as number);
      const { status, body } = await upload(mallory, { bytes, type: "image/jpeg" });
      note({ status }, "POST /upload/image");
      const avatar = body?.data?.imageUrl;
      if (avatar) await tried("PUT", "/auth/profile", { body: { avatar } });
    },
  },
  trespass: {
    values: fc.record({ at: anything, title: words }),
    async run({ at, title }: Fields) {
      const storyId = one([...stories, ...drafts], at as number) ?? "";
      const params = { storyId };
      const scene = await db.scene.findFirstOrThrow({ where: { storyId } });
      const place = { sceneId: scene.id, panelNumber: "1" };
      await tried("PUT", "/stories/{storyId}", { params, body: { title } });
      await tried("DELETE", "/stories/{storyId}", { params });
      const body = { altText: title };
      await tried("PUT", "/scenes/{sceneId}/panels/{panelNumber}", {
        params: place,
        body,
      });
      await tried("DELETE", "/scenes/{sceneId}", { params: place });
    },
  },
  remove: {
    values: fc.record({ at: anything }),
    async run({ at }: Fields) {
      const own = one(await ownStories(), at as number);
      if (own) await tried("DELETE", "/stories/{storyId}", { params: { storyId: own.id } });
      await sweepMedia(0);
    },
  },
  leave: {
    values: fc.record({}),
    async run() {
      await tried("DELETE", "/auth/account", { body: { password } });
      await sweepMedia(0);
      await arrive();
    },
  },
};
type Name = keyof typeof actions;

const action = fc.oneof(
  ...Object.entries(actions).map(([name, { values }]) => ({
    weight: name === "import" || name === "publish" ? 4 : name === "leave" ? 1 : 2,
    arbitrary: fc.record({
      name: fc.constant(name as Name),
      values: values as fc.Arbitrary<Fields>,
    }),
  })),
);

/** The calls that are always tried, before random ones. */
const first: { name: Name; values: Fields }[] = [
  // For each cover, so that it does not matter which of them tell of faces.
  ...Array.from({ length: 24 }, (_, at) => ({
    name: "import" as const,
    values: {
      at,
      faces: [face(0), face(0.02)],
      ...{ model: "Demo studio", source: "generated", title: "Mine", ending: "" },
    },
  })),
];

/** The lines that only one of two texts contains. */
function difference(was = "", is = ""): string {
  const [before, after] = [was.split("\n"), is.split("\n")];
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`);
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`);
  return [...gone, ...come].join("\n").slice(0, 600) || "another order";
}

it(`S30 no call of a stranger changes the public view of other accounts (seed ${seed})`, async () => {
  await arrive();
  let before = await publicView();
  expect(before.size).toBeGreaterThan(280);
  expect([...(await publicView())], "asked twice").toEqual([...before]);
  const changes: string[] = [];
  const round = fc.array(action, { minLength: 2, maxLength: 4 });
  const each = Object.entries(actions).flatMap(([name, { values }]) =>
    fc
      .sample(values as fc.Arbitrary<Fields>, { seed: 2, numRuns: 3 })
      .map((some) => ({ name: name as Name, values: some })),
  );
  for (const tries of [first, each, ...fc.sample(round, { seed, numRuns: rounds })]) {
    for (const { name, values } of tries) {
      await db.rateLimit.deleteMany();
      await actions[name].run(values);
    }
    const after = await publicView();
    const done = tries.map(({ name, values }) => `${name} ${JSON.stringify(values)}`).join("; ");
    const places = new Map<string, string[]>();
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(key) === after.get(key)) continue;
      const what = difference(before.get(key), after.get(key));
      places.set(what, [...(places.get(what) ?? []), key]);
    }
    for (const [what, keys] of places) {
      changes.push(`${keys.join(", ")}:\n${what}\nafter ${done.slice(0, 600)}`);
    }
    before = after;
  }
  expect(changes, changes.join("\n\n")).toEqual([]);
  // None of it is kept from what it tries by another rule.
  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining([
      "POST /stories/import 201",
      "POST /stories/{storyId}/remix 201",
      "POST /stories/{storyId}/remix-scene/{scene} 201",
      "PUT /stories/{storyId} 200",
      "PUT /scenes/{sceneId}/panels/{panelNumber} 200",
      "POST /likes/stories/{storyId} 200",
      "POST /reports 201",
      "POST /stories/{storyId}/views 204",
      "PUT /stories/{storyId}/progress 204",
      "POST /events 204",
      "POST /upload/image 201",
      "PUT /auth/profile 200",
      "DELETE /stories/{storyId} 200",
      "DELETE /auth/account 200",
    ]),
  );
}, 300_000);
