import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { manifest } from "@/app/api/manifest";
import { remix } from "@/components/reader/social/remix";
import * as accounts from "@/lib/accounts/client";
import * as passkeys from "@/lib/accounts/sign-in/passkey-client";
import * as recovery from "@/lib/accounts/sign-in/recovery-client";
import * as security from "@/lib/accounts/sign-in/security-client";
import { fetchMe, logout } from "@/lib/accounts/sign-in/session-client";
import * as books from "@/lib/books/client";
import * as generation from "@/lib/generation/client";
import * as texts from "@/lib/generation/text/client";
import * as jobs from "@/lib/jobs/client";
import * as library from "@/lib/library/client";
import { likeOptions, likesOptions } from "@/lib/likes/client";
import { uploadImage } from "@/lib/media/client";
import { ApiError } from "@/lib/platform/http/api-error";
import { declaredCalls, openApiDocument } from "@/lib/platform/http/openapi";
import type { Declaration } from "@/lib/platform/http/route";
import * as reports from "@/lib/reports/client";
import * as scenes from "@/lib/scenes/client";
import * as setup from "@/lib/setup/client";
import { storyCostsOptions } from "@/lib/spending/client";
import * as stories from "@/lib/stories/client";
import * as feed from "@/lib/stories/feed/client";
import * as world from "@/lib/world/client";
import * as references from "@/lib/world/references/client";
import { testId } from "@/tests/support/api-responses";
import { runs } from "@/tests/support/full-run";
import { oddValuesOf, valuesOf } from "@/tests/support/json-schema-values";

vi.mock("@simplewebauthn/browser", () => ({
  startRegistration: async () => ({}),
  startAuthentication: async () => ({}),
}));
afterEach(() => vi.unstubAllGlobals());

const id = testId("1");
const { signal } = new AbortController();
const none = {} as never;
const outfit = { _id: id, name: "Raincoat", description: "", version: 1 };
const seen = {
  sheet: { pictures: [], outfits: [outfit], takesLora: false },
  keep: () => undefined,
};
const panel = { storyId: id, sceneId: id, panelNumber: 1, prompt: "A keeper of lamps." };
const small = () => new File(["x"], "a.png", { type: "image/png" });
const large = () => new File([new Uint8Array(2 ** 21)], "a.png", { type: "image/png" });
const query = (options: object): Promise<unknown> =>
  new QueryClient().fetchQuery({ ...options, retry: false } as never);
const like = (kind: "stories" | "scenes") => {
  const { mutationFn } = likeOptions(new QueryClient(), id);
  const button = { kind, id, isLikedByUser: true, likeCount: 1 };
  return mutationFn?.(button, none) as Promise<unknown>;
};

/** Every function of the browser's that calls our API and waits for what it answers. */
const calls: (() => Promise<unknown>)[] = [
  () => fetchMe(),
  () => logout(),
  () => accounts.login(none),
  () => accounts.register(none),
  () => accounts.fetchProviders(),
  () => accounts.updateProfile({ bio: "" }),
  () => accounts.uploadAvatar(small()),
  () => accounts.changePassword(none),
  () => accounts.deleteAccount("p"),
  () => accounts.disconnect("github"),
  () => passkeys.addPasskey("p"),
  () => passkeys.renamePasskey(id, "n"),
  () => passkeys.removePasskey(id),
  () => passkeys.loginWithPasskey(),
  () => recovery.forgotPassword(none),
  () => recovery.checkResetLink("t", signal),
  () => recovery.resetPassword(none),
  () => recovery.sendVerification(),
  () => recovery.confirmEmail("t"),
  () => security.endSession(id),
  () => security.endOtherSessions(),
  () => security.beginTwoStep("p"),
  () => security.confirmTwoStep("1"),
  () => security.endTwoStep("p"),
  () => security.addAppPassword(none),
  () => security.removeAppPassword(id),
  () => query(books.booksOptions(id, 0)),
  () => books.requestBook(id, { format: "pdf", size: "comic" }),
  () => books.importStory(large()),
  () => generation.generateScene(none),
  () => query(jobs.sceneProgressOptions(id)),
  () => query(jobs.openJobsOptions(id)),
  () => generation.regeneratePanel(id, 1),
  () => generation.checkPicture({ sceneId: id, panelNumber: 1, takeId: id }),
  () => generation.refineImage({ ...panel, initialImageUrl: "/media/a.png", aspectRatio: "3:4" }),
  () => generation.generateVideo({ ...panel, imageUrl: "/media/a.png" }),
  () => generation.generatePortrait("character", id),
  () => generation.generatePortrait("location", id),
  () => generation.generateReferences(none),
  () => query(generation.stalePanelsOptions(id)),
  () => query(texts.suggestionsOptions(id, "continuationSeeds", false)),
  () => texts.extractEntities(id, "d"),
  () => texts.improveText(id, "d"),
  () => texts.generateTitle(id, "d"),
  () => texts.generateSheet("character", id, "d"),
  () => texts.generateSheet("location", id, "d"),
  () => query(likesOptions(id, id)),
  () => like("stories"),
  () => like("scenes"),
  () => uploadImage(large()),
  () => reports.sendReport(none),
  () => reports.sendDecision(none),
  () => reports.sendObjection(id, "w"),
  () => scenes.updateScene(id, {}),
  () => scenes.deleteScene(id),
  () => scenes.duplicateScene(id),
  () => scenes.reorderPanels(id, none),
  () => scenes.addPanel(id, {}),
  () => scenes.removePanel(id, { panelNumber: 1, version: 1 }),
  () => query(scenes.takesOptions(id, 1)),
  () => scenes.addTake(id, 1, "/media/a.png"),
  () => scenes.deleteTake(id, 1, id),
  () => scenes.updatePanel(id, 1, {}),
  () => query(scenes.panelOutfitsOptions(id, 1)),
  () => setup.checkEngines(),
  () => setup.tryEngine(none),
  () => setup.saveWorkflow(none),
  () => query(storyCostsOptions(id)),
  () => query(stories.storyOptions(id)),
  () => query(stories.randomImagesOptions(6)),
  () => stories.updateStory(id, {}),
  () => stories.reorderScenes(id, none),
  () => stories.setArtStyle(id, "Woodcut"),
  () => stories.deleteStory(testId("2")),
  () => query(feed.tagsOptions),
  () => query(feed.profileOptions("ada")),
  () => feed.findEmptyDraft("ada"),
  () => feed.createStory("d"),
  () => world.createEntity("character", none),
  () => world.createEntity("location", none),
  () => world.updateEntity("character", id, {}),
  () => world.updateEntity("location", id, {}),
  () => world.deleteEntity("character", id),
  () => world.deleteEntity("location", id),
  () => query(references.sheetOptions("character", id, id)),
  () => query(references.sheetOptions("location", id, id)),
  () => references.addReference("character", id, none),
  () => references.addReference("location", id, none),
  () => references.deleteReference("character", id, id),
  () => references.deleteReference("location", id, id),
  () => references.saveOutfit(id, { outfit: null, ...seen }, none),
  () => references.saveOutfit(id, { outfit, ...seen }, none),
  () => references.deleteOutfit(id, id),
  () => query(library.libraryOptions({})),
  () => query(library.castLinksOptions(id)),
  () => library.createEntry(none),
  () => library.updateEntry(id, {}),
  () => library.deleteEntry(id),
  () => library.mergeEntries(id, id),
  () => library.takeIntoStory(id, [id]),
  () => library.syncCopy(id, none),
  () => library.mergeEntities("character", id, id),
  () => library.mergeEntities("location", id, id),
  () => remix({ storyId: id }),
  () => remix({ storyId: id, scene: { id, number: 1 } }),
];

/** Calls whose answer the browser takes for granted, saves as a file, or does not ask for. */
const others = [
  "POST /events",
  "POST /stories/{storyId}/views",
  "PUT /stories/{storyId}/progress",
  // A look that fails is repeated.
  "GET /ai/image-status/{jobId}",
  "GET /ai/video-status/{jobId}",
  "GET /stories/{storyId}/progress",
  "GET /readings",
  "PUT /readings",
  // Lists have the whole entry.
  "GET /library/{entryId}",
  "DELETE /readings/{storyId}",
  "GET /auth/app-passwords",
  "GET /auth/connections",
  "GET /auth/passkeys",
  "GET /auth/sessions",
  "GET /auth/two-step",
  "GET /health",
  "GET /ready",
  ...["characters", "locations", "scenes", "export"].map(
    (list) => `GET /stories/{storyId}/${list}`,
  ),
  "POST /ai/generate-panel-image",
  "POST /webhooks/replicate",
  "GET /likes/scenes/{sceneId}",
];

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
const document: any = openApiDocument(manifest);
const declared = declaredCalls(manifest)
  .filter(({ declaration }) => declaration.response !== "raw")
  .map(({ method, path, declaration }) => {
    const pattern = new RegExp(`^/api${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    const { responses } = document.paths[`/api${path}`][method.toLowerCase()];
    const [success] = Object.keys(responses).filter((status) => status.startsWith("2"));
    const described = responses[success ?? ""].content?.["application/json"].schema ?? {};
    return { key: `${method} ${path}`, method, pattern, described, schema: wholeOf(declaration) };
  })
  .sort((one, other) => one.key.split("{").length - other.key.split("{").length);
type Declared = (typeof declared)[number];

/** The schema of the whole answer; null where there is to be none. */
function wholeOf({ response, shape }: Declaration): z.ZodType | null {
  if (!(response instanceof z.ZodType)) return null;
  const success = z.object({ success: z.literal(true) });
  return shape === "fields" ? success.and(response) : success.extend({ data: response });
}

/** A good answer, for what a function asks for before the call that goes wrong. */
function goodAnswer({ described, schema }: Declared): Response {
  if (!schema) return new Response(null, { status: 204 });
  const values = fc.sample(valuesOf(document, described), { seed: 1, numRuns: 60 });
  const value = values.find((one) => schema.safeParse(one).success);
  return Response.json(value);
}

const asked = new Set<string>();
const nameOf = (call: () => unknown) => String(call).replace(/^\(\) => (\w+\.)?/, "");

/** Serves good answers, but `answer` for one call. @returns what was asked for */
function serve(answer?: [key: string, make: () => Response]): Declared[] {
  const found: Declared[] = [];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    const { pathname } = new URL(url, "https://comics.test");
    const call = declared.find((one) => one.method === method && one.pattern.test(pathname));
    if (!call) return new Response();
    found.push(call);
    return answer?.[0] === call.key ? answer[1]() : goodAnswer(call);
  });
  return found;
}

const programs = /undefined|not a function|Unexpected token|JSON|\[object|Cannot read|iterable/;
const isOurs = (error: unknown) => error instanceof ApiError && !programs.test(error.message);

const bodies = [
  "",
  "null",
  "[]",
  "{}",
  "7",
  '"x"',
  '{"success":true}',
  '{"success":true,"data":{}}',
  '{"success":true,"data":null}',
  '{"success":true,"data":[]}',
  '{"success":false}',
  '{"success":false,"message":"No.","user":{},"data":{"_id":7}}',
  '{"message":"Done"}',
  "<!doctype html><title>Sign in to this network</title>",
  '{"success":true,"data":{"_id":7}}',
];

describe("an answer that its call does not declare is an error with a sentence", () => {
  it.each(calls.map((call) => [nameOf(call), call] as const))("%s", async (_, call) => {
    const found = serve();
    await call();
    expect(found).not.toEqual([]);
    for (const one of new Set(found)) {
      asked.add(one.key);
      const check = async (body: string) => {
        serve([one.key, () => new Response(body)]);
        const failed = await call().then(
          () => null,
          (error: unknown) => error,
        );
        const isDeclared = one.schema?.safeParse(parse(body)).success ?? false;
        if (failed) expect(isOurs(failed), `${one.key} ${body}: ${failed}`).toBe(true);
        else expect(isDeclared, `${one.key} takes ${body}`).toBe(true);
      };
      for (const body of bodies) await check(body);
      const odd = oddValuesOf(document, one.described).map((value) => JSON.stringify(value) ?? "");
      await fc.assert(fc.asyncProperty(odd, check), { numRuns: one.schema ? runs(60) : 1 });
    }
  });

  afterAll(() => {
    const known = declared.map(({ key }) => key).sort();
    expect([...asked, ...others].sort(), "every declared call is asked").toEqual(known);
  });
});

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

it("a job that is missing is named, and a refusal with the status of a success says its words", async () => {
  serve(["POST /ai/regenerate-panel", () => Response.json({ success: true, data: {} })]);
  await expect(generation.regeneratePanel(id, 1)).rejects.toThrow("No job ID in response");
  const refusal = { success: false, error: { code: "invalid_credentials" }, message: "Wrong." };
  serve(["POST /auth/login", () => Response.json(refusal)]);
  await expect(accounts.login(none)).rejects.toMatchObject({
    message: "Wrong.",
    code: "invalid_credentials",
  });
});
