import fc from "fast-check";
import { sweepMedia } from "@/lib/media/sweep-service";
import { hashPassword } from "@/lib/platform/auth/password";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import {
  documentOf,
  type Fields,
  face,
  json,
  mediaName,
  panelOf,
  sceneOf,
  writeZip,
} from "@/tests/support/books/archives";
import { callRaw } from "../books/support";
import { upload } from "../media/support";
import { call, type Person, person } from "./harness";
import { authors, drafts, pictures, stories, tags } from "./public-view";

let mallory: Person;
/** How the tries were answered. */
export const outcomes = new Map<string, number>();
const note = ({ status }: { status: number }, name: string) =>
  outcomes.set(`${name} ${status}`, (outcomes.get(`${name} ${status}`) ?? 0) + 1);
const tried: typeof call = async (method, path, options) => {
  const answer = await call(method, path, { as: mallory, ...options });
  note(answer, `${method} ${path}`);
  return answer;
};
const password = "a password of some length";
let accounts = 0;
export async function arrive() {
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
export const actions = {
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
        name: title,
        title: "",
        description: "Somebody else.",
        imagePrompt: "A figure",
        seed: "",
        firstAppearance: 1,
        primary: image,
        images: [{ file: image, prompt: "", model, createdAt }],
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
export type Name = keyof typeof actions;

export const action = fc.oneof(
  ...Object.entries(actions).map(([name, { values }]) => ({
    weight: name === "import" || name === "publish" ? 4 : name === "leave" ? 1 : 2,
    arbitrary: fc.record({
      name: fc.constant(name as Name),
      values: values as fc.Arbitrary<Fields>,
    }),
  })),
);

/** The calls that are always tried, before random ones. */
export const first: { name: Name; values: Fields }[] = [
  // For each cover, so that it does not matter which of them tell of faces.
  ...Array.from({ length: 24 }, (_, at) => ({
    name: "import" as const,
    values: {
      at,
      faces: [face(0), face(0.02)],
      model: "Demo studio",
      source: "generated",
      title: "Mine",
      ending: "",
    },
  })),
];
