import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchProviders, login, startOAuth, updateProfile } from "@/lib/accounts/client";
import { checkResetLink, confirmEmail } from "@/lib/accounts/recovery-client";
import { beginTwoStep, confirmTwoStep, endOtherSessions } from "@/lib/accounts/security-client";
import { fetchMe, logout } from "@/lib/accounts/session-client";
import { importStory, requestBook } from "@/lib/books/client";
import { generateScene, generateVideo, regeneratePanel } from "@/lib/generation/client";
import { extractEntities, generateTitle, improveText } from "@/lib/generation/text/client";
import { uploadImage } from "@/lib/media/client";
import { sendReport } from "@/lib/reports/client";
import { addTake, deleteScene, duplicateScene } from "@/lib/scenes/client";
import { checkEngines } from "@/lib/setup/client";
import { deleteStory, setArtStyle, updateStory } from "@/lib/stories/client";
import { createStory, findEmptyDraft } from "@/lib/stories/feed-client";
import { createEntity, deleteEntity } from "@/lib/world/client";

afterEach(() => vi.unstubAllGlobals());

const id = "01a1f944-5670-745b-8f52-116530fdc30d";
const panel = { storyId: id, sceneId: id, panelNumber: 1, prompt: "A keeper of lamps." };

const calls: Record<string, () => Promise<unknown>> = {
  "who is here": () => fetchMe(),
  "signing out": logout,
  "signing in": () => login({ email: "ada@a.co", password: "Lamplight1" }),
  "the services to sign in with": () => fetchProviders(),
  "going to one of them": () => startOAuth("github", "/"),
  "a profile": () => updateProfile({ bio: "" }),
  "a mailed link": () => checkResetLink("t", new AbortController().signal),
  "an address": () => confirmEmail("t"),
  "other sessions": endOtherSessions,
  "a second step": () => beginTwoStep("p"),
  "its recovery codes": () => confirmTwoStep("1"),
  "a scene": () => generateScene({ storyId: id, prompt: "A long enough prompt" }),
  "who is in a description": () => extractEntities(id, "Odile keeps the lamps."),
  "better words": () => improveText(id, "Odile keeps the lamps."),
  "a title": () => generateTitle(id, "Odile keeps the lamps."),
  "a picture that is uploaded": () => uploadImage(new File(["x"], "a.png", { type: "image/png" })),
  "an archive": () => importStory(new File(["x"], "a.zip")),
  "a book": () => requestBook(id, { format: "pdf", size: "comic" }),
  "a report": () => sendReport({} as never),
  "a take": () => addTake(id, 1, "/media/a.png"),
  "a copy of a scene": () => duplicateScene(id),
  "a scene that goes": () => deleteScene(id),
  "a story that goes": () => deleteStory(id),
  "a character that goes": () => deleteEntity("character", id),
  "a new location": () => createEntity("location", {} as never),
  "a story's settings": () => updateStory(id, {}),
  "an art style": () => setArtStyle(id, "Woodcut"),
  "a new story": () => createStory("Odile keeps the lamps."),
  "an untouched draft": () => findEmptyDraft("ada"),
  "the engines": checkEngines,
};

const wrong = {
  nothing: "",
  "a page": "<!doctype html><title>Sign in to this network</title>",
  "a list": "[]",
  "no data": '{"success":true,"data":null}',
  "data of another kind": '{"success":true,"data":{"_id":7}}',
};

describe("a response of another shape is no TypeError for", () => {
  it.each(Object.entries(calls))("%s", async (_, call) => {
    for (const [what, body] of Object.entries(wrong)) {
      vi.stubGlobal("fetch", async () => new Response(body));
      const failed = { name: "ApiError", message: "An unexpected error occurred" };
      await expect(call(), what).rejects.toMatchObject(failed);
    }
  });

  it("the start of a job, which reports a missing one", async () => {
    for (const start of [
      () => regeneratePanel(id, 1),
      () => generateVideo({ ...panel, imageUrl: "/media/a.png" }),
    ]) {
      for (const [what, body] of Object.entries(wrong)) {
        vi.stubGlobal("fetch", async () => new Response(body));
        const text = what === "data of another kind" ? "No job ID in response" : /unexpected error/;
        await expect(start(), what).rejects.toThrow(text);
      }
      vi.stubGlobal("fetch", async () => Response.json({ success: true, data: { jobId: 7 } }));
      await expect(start()).rejects.toThrow(/^An unexpected error occurred$/);
    }
  });
});
