import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { manifest } from "@/app/api/manifest";
import { mediaUrlOf } from "@/lib/media/urls";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Prisma } from "@/lib/platform/db";
import { statusesOf } from "@/lib/platform/http/openapi";
import { type Method, refused } from "@/lib/platform/http/route";
import { tokenOf } from "../../support/rows/session-rows";

export interface Person extends Client {
  id: string;
  username: string;
  token: string;
  viewer: Viewer;
}

let made = 0;

export async function person(
  name = "person",
  data: Partial<Prisma.UserCreateInput> = {},
): Promise<Person> {
  made += 1;
  const username = `${name}-${made}`;
  const user = await db.user.create({
    data: { username, email: `${username}@comics.test`, ...data },
  });
  const viewer: Viewer = {
    id: user.id,
    username,
    isAdministrator: user.isAdministrator,
    tokenId: randomUUID(),
    via: "bearer",
  };
  const token = await tokenOf(user);
  return { id: user.id, username, token, viewer, ...clientOf(token) };
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is judged by the assertions
  body: any;
  text: string;
}

export interface CallOptions {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  as?: { token: string } | null;
  headers?: Record<string, string>;
}

/** Calls the API by method and path of the manifest, signed in with a bearer token. */
export async function call(
  method: Method,
  path: string,
  { params = {}, query = "", body, as, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const endpoint = manifest.find((entry) => entry.path === path)?.endpoints[method];
  if (!endpoint) throw new Error(`${method} ${path} is not in the manifest`);
  const isForm = body instanceof FormData;
  const request = new Request(`http://comics.test/api${fill(path, params)}${query}`, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
  });
  const response = await endpoint(request, { params: Promise.resolve(params) });
  const { declaration } = endpoint;
  if (declaration !== refused && !statusesOf(method, declaration).includes(response.status)) {
    throw new Error(`the OpenAPI document has no ${response.status} for ${method} ${path}`);
  }
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { status: response.status, headers: response.headers, body: null, text: "" };
  }
  const text = await response.text();
  const isJson = text.startsWith("{") || text.startsWith("[");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : null,
    text,
  };
}

type HeaderValues = Record<string, string>;
type Send = (address: string, body?: unknown, headers?: HeaderValues) => Promise<Answer>;
/** Calls by an address with its values filled in: `ada.put(`/stories/${id}`, { title })`. */
export interface Client {
  get: (address: string, headers?: HeaderValues) => Promise<Answer>;
  post: Send;
  put: Send;
  patch: Send;
  delete: Send;
}

const routes = manifest.map(({ path }) => ({ path, parts: path.split("/") }));
const isName = (part: string) => part.startsWith("{");

/** The call of the manifest that an address means, the one with the fewest names, and its values. */
function resolve(address: string) {
  const [path = "", search] = address.split(/\?(.*)/s);
  const values = path.split("/");
  const names = (parts: string[]) => parts.filter(isName).length;
  const [route] = routes
    .filter(({ parts }) => parts.length === values.length)
    .filter(({ parts }) => parts.every((part, at) => isName(part) || part === values[at]))
    .sort((a, b) => names(a.parts) - names(b.parts));
  if (!route) throw new Error(`${path} is not in the manifest`);
  const params = route.parts.flatMap((part, at) =>
    isName(part) ? [[part.slice(1, -1), values[at] ?? ""]] : [],
  );
  const query = search === undefined ? "" : `?${search}`;
  return { path: route.path, params: Object.fromEntries(params) as HeaderValues, query };
}

function clientOf(token?: string): Client {
  const as = token ? { token } : null;
  const send = (method: Method, address: string, body?: unknown, headers?: HeaderValues) => {
    const { path, params, query } = resolve(address);
    return call(method, path, { as, params, query, body, ...(headers && { headers }) });
  };
  const sender =
    (method: Method): Send =>
    (address, body, headers) =>
      send(method, address, body, headers);
  return {
    get: (address, headers) => send("GET", address, undefined, headers),
    post: sender("POST"),
    put: sender("PUT"),
    patch: sender("PATCH"),
    delete: sender("DELETE"),
  };
}

/** Calls without a sign-in. */
export const visitor: Client = clientOf();

const fill = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

let pictures = 0;

/** A row of a picture or video; its bytes are nowhere, as nothing here looks at them. */
export async function media({
  uploaderId,
  ...data
}: Partial<Prisma.MediaObjectUncheckedCreateInput> & { uploaderId?: string } = {}) {
  pictures += 1;
  const sha256 = createHash("sha256").update(`picture ${pictures} ${randomUUID()}`).digest("hex");
  const row = await db.mediaObject.create({
    data: {
      sha256,
      extension: "webp",
      mediaType: "image/webp",
      width: 768,
      height: 1024,
      bytes: 1000,
      isGenerated: true,
      placeholder: "abc=",
      ...(uploaderId ? { uploads: { create: { userId: uploaderId } } } : {}),
      ...data,
    },
  });
  return { ...row, url: mediaUrlOf(row) };
}

export interface StorySetup {
  author: Person;
  status?: "draft" | "published";
  title?: string;
  description?: string;
  tags?: string[];
  scenes?: number;
  panels?: number;
  /** Whether panels have pictures. */
  pictures?: boolean;
  publishedAt?: Date;
}

/** A story with scenes, panels, takes, a character in every scene and one in none. */
export async function makeStory(setup: StorySetup) {
  const { author, status = "published", tags = [], scenes = 1, panels = 2 } = setup;
  const story = await db.story.create({
    data: {
      authorId: author.id,
      title: setup.title ?? "The Lamp Room",
      description: setup.description ?? "Somebody lights the lamp, and nobody has the key.",
      status,
      publishedAt: status === "published" ? (setup.publishedAt ?? new Date()) : null,
      tags: { create: tags.map((tag, position) => ({ tag, position })) },
      characters: {
        create: [
          entityData("Mara", { firstAppearance: 1 }),
          entityData("Nobody yet", { firstAppearance: 0 }),
        ],
      },
      locations: { create: [entityData("Lamp room", { firstAppearance: 1 })] },
    },
    include: { characters: { orderBy: { firstAppearance: "desc" } }, locations: true },
  });
  const [mara, unused] = story.characters;
  const [lampRoom] = story.locations;
  if (!mara || !unused || !lampRoom) throw new Error("the story has no cast");
  const made = [];
  for (let number = 1; number <= scenes; number += 1) {
    const images = await Promise.all(
      Array.from({ length: panels }, () => (setup.pictures === false ? null : media())),
    );
    const scene = await db.scene.create({
      data: {
        storyId: story.id,
        sceneNumber: number,
        title: `Scene ${number}`,
        description: "Mara climbs the stairs.",
        prompt: `secret prompt of scene ${number}`,
        status: "completed",
        characters: { create: [{ characterId: mara.id }] },
        locations: { create: [{ locationId: lampRoom.id }] },
        panels: {
          create: images.map((image, index) => ({
            panelNumber: index + 1,
            status: "completed" as const,
            imagePrompt: "Mara on a spiral staircase",
            altText: `Mara climbs, step ${index + 1}`,
            characterIds: [mara.id],
            locationId: lampRoom.id,
            imageMediaId: image?.id,
            textBubbles: [bubble(`Line ${number}.${index + 1}`)],
            takes: image
              ? { create: [{ kind: "image", source: "generated", mediaId: image.id }] }
              : {},
          })),
        },
      },
      include: { panels: { orderBy: { panelNumber: "asc" } } },
    });
    made.push(scene);
  }
  const first = made[0]?.panels[0];
  if (first?.imageMediaId) {
    await db.story.update({
      where: { id: story.id },
      data: { previewMediaId: first.imageMediaId },
    });
  }
  return { story, scenes: made, mara, unused, lampRoom };
}

export const entityData = (name: string, more: { firstAppearance?: number } = {}) => ({
  name,
  title: "",
  description: `${name}, described in enough words.`,
  imagePrompt: `${name} in a blue coat`,
  seed: `seed of ${name}`,
  ...more,
});

export const bubble = (text: string, x = 0.5) => ({
  id: `bubble-${text}`,
  text,
  type: "speech" as const,
  speaker: "Mara",
  position: { x, y: 0.2, anchor: "center" as const },
  style: {
    fontSize: 16,
    fontFamily: "Bangers" as const,
    fontWeight: 400,
    textColor: "#000000",
    backgroundColor: "#ffffff",
    borderColor: "#374151",
    borderWidth: 2,
    borderStyle: "solid" as const,
    bubbleShape: "rounded" as const,
    padding: 10,
    maxWidth: 160,
    tailDirection: "bottom-left" as const,
    tailSize: 12,
    tailTip: null,
    shadow: true,
    opacity: 1,
  },
});

/**
 * Tables whose rows a refused call must leave as they were; counters of the limiter aside, and the
 * audit log, which has what an administrator asked for, done or not.
 */
const watched = [
  "user_account story story_tag story_stat story_like story_view scene scene_like",
  "scene_character panel take character location character_image location_image",
  "media_object media_upload job quota_entry outbox_event analytics_event oauth_account",
  "mailed_link two_step recovery_code passkey app_password reading_progress report",
  "decision outfit reference_picture library_entry library_picture",
].flatMap((names) => names.split(" "));

/** One statement: refused calls ask for it before and after, some thousand times. */
const everyTable = watched
  .map(
    (table) =>
      `SELECT '${table}' AS "table", coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS all FROM "${table}" t`,
  )
  .join(" UNION ALL ");

/** Everything that is stored, as one text for each table. */
export async function snapshot(): Promise<Record<string, string>> {
  const rows = await db.$queryRawUnsafe<{ table: string; all: string }[]>(everyTable);
  return Object.fromEntries(rows.map(({ table, all }) => [table, all]));
}

/**
 * How many statements the work sends to the database. Transaction brackets do not count, and neither
 * does the status of an engine, which is recorded in the background every few seconds.
 */
export async function countQueries<T>(
  work: () => Promise<T>,
): Promise<{ count: number; result: T }> {
  const original = pg.Client.prototype.query;
  let count = 0;
  function counting(this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === "string" ? first : ((first as { text?: string })?.text ?? "");
    const ignored = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|INSERT INTO engine_status)/i;
    if (!ignored.test(text)) count += 1;
    return Reflect.apply(original, this, args);
  }
  pg.Client.prototype.query = counting as unknown as typeof original;
  try {
    const result = await work();
    return { count, result };
  } finally {
    pg.Client.prototype.query = original;
  }
}

export const unknownId = "00000000-0000-7000-8000-000000000000";
