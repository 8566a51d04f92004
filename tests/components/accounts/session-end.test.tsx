import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { AccountSlot } from "@/components/accounts/account-slot";
import { ProfileDialog } from "@/components/accounts/settings/profile-dialog";
import { SceneView } from "@/components/reader/scene-view";
import { LikeButton } from "@/components/reader/social/like-button";
import { Header } from "@/components/shell/header";
import { aScene, aSceneProgress, aStory, storyId, testId, testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { failWith, server } from "../support/server";
import { renderWorkspace } from "../support/workspace";

// Pictures of a draft that the browser can no longer fetch.
vi.mock("@/components/downloads/capture-panel", async (original) => ({
  ...(await original<object>()),
  drawPanel: () => Promise.reject(new Error("not found")),
}));

const viewer = testUser();
const like = "POST /api/likes/stories/{storyId}";
const save = "PUT /api/auth/profile";

/** As by another device: the server knows the session no more, the page does not know it yet. */
let isEnded = false;
beforeEach(() => {
  isEnded = false;
});
const whileSignedIn = (answer: unknown) => () =>
  isEnded ? failWith("unauthorized", "Please sign in to continue.") : answer;

const account = {
  "GET /api/auth/me": whileSignedIn({ user: viewer }),
  "GET /api/auth/providers": { providers: [] },
  "POST /api/auth/logout": { message: "Signed out" },
  "POST /api/auth/login"() {
    isEnded = false;
    return { user: viewer, token: "token", message: "Welcome back" };
  },
} as const;

const question = { name: "Sign in to continue" };

async function signInAgain(user: UserEvent) {
  const dialogs = await screen.findAllByRole("dialog", question);
  expect(dialogs).toHaveLength(1);
  const dialog = within(dialogs[0] as HTMLElement);
  expect(dialog.getByLabelText("Email")).toHaveProperty("value", viewer.email);
  await fill(user, dialog.getByLabelText("Password"), "Secret1pass");
  await user.click(dialog.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(screen.queryByRole("dialog", question)).toBeNull());
}

it("Escape closes the dialog alone, and the form below keeps its input", async () => {
  const saved = { user: { ...viewer, firstName: "Grace" }, message: "Your profile is saved." };
  const api = server({ ...account, [save]: whileSignedIn(saved) });
  const profile = <ProfileDialog user={viewer} open onOpenChange={() => {}} onSaved={() => {}} />;
  const { user } = await render(profile, { viewer, at: "/dashboard" });
  await fill(user, screen.getByLabelText(/^First name/), "Grace");
  isEnded = true;
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = await screen.findByRole("dialog", question);
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", question)).toBeNull());
  await screen.findByText("Please sign in to continue.");
  expect(screen.getByLabelText(/^First name/)).toHaveProperty("value", "Grace");
  // The next press asks again.
  await user.click(screen.getByRole("button", { name: "Save" }));
  await signInAgain(user);
  await screen.findByText("Your profile is saved.");
  expect(api.sent(save).at(-1)).toEqual({ firstName: "Grace" });
});

it("the workspace shows one dialog for all pending calls", async () => {
  const story = aStory({ scenes: [aScene()] });
  const { api, user } = await renderWorkspace(story);
  const renamed = { ...story, title: "The Short Tide", version: 2 };
  const next = aScene(2, 1, { status: "generating" });
  const put = "PUT /api/stories/{storyId}";
  const generate = "POST /api/ai/generate-scene";
  api.answer({
    ...account,
    [put]: whileSignedIn(renamed),
    "GET /api/stories/tags": [],
    [generate]: whileSignedIn({
      scene: next,
      newCharacters: [],
      newLocations: [],
      jobId: testId("7"),
    }),
    "GET /api/ai/scene-status/{sceneId}": aSceneProgress({ scene: next }),
  });
  await user.click(screen.getByRole("button", { name: "Settings" }));
  const settings = within(await screen.findByRole("dialog", { name: "Story Settings" }));
  await fill(user, settings.getByLabelText("Title"), renamed.title);
  isEnded = true;
  await user.click(settings.getByRole("button", { name: "Save" }));
  await screen.findByRole("dialog", question);
  api.answer({ "GET /api/stories/{storyId}": renamed });
  await signInAgain(user);
  await screen.findByText("Story settings saved");
  await screen.findByRole("heading", { name: renamed.title });
  // A prompt too.
  isEnded = true;
  const prompt = screen.getByLabelText("What happens in the next scene?");
  await fill(user, prompt, "The keeper climbs the stairs of the tower at night");
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", question);
  api.answer({ "GET /api/stories/{storyId}": { ...renamed, scenes: [...story.scenes, next] } });
  await signInAgain(user);
  await waitFor(() => expect(document.querySelector("#scene-2")).not.toBeNull());
  await waitFor(() => expect(prompt).toHaveProperty("value", ""));
});

it("a like is sent after signing in, and the header of a reader who declines shows a visitor", async () => {
  const api = server({
    ...account,
    "GET /api/likes/stories/{storyId}": {
      data: { likeCount: 0, isLikedByUser: false, scenes: [] },
    },
    [like]: whileSignedIn({ data: { likeCount: 1, isLikedByUser: true } }),
  });
  const page = (
    <>
      <Header>
        <AccountSlot />
      </Header>
      <LikeButton storyId={storyId} count={0} />
    </>
  );
  const { user } = await render(page, { viewer, at: `/story/${storyId}/read` });
  await screen.findByRole("button", { name: /^Account menu of/ });
  const likeButton = () => screen.findByRole("button", { name: /^Like/, pressed: true });
  isEnded = true;
  await user.click(await screen.findByRole("button", { name: "Like: 0 likes", pressed: false }));
  await signInAgain(user);
  await likeButton();
  expect(api.calls(like)).toHaveLength(2);
  isEnded = true;
  // A press within 400 ms of the sent like counts as its repetition.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await user.click(await likeButton());
  const dialog = within(await screen.findByRole("dialog", question));
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await screen.findByRole("link", { name: "Sign In" });
  await likeButton();
});

it("a download of a draft asks for a new session before the server draws what the browser cannot", async () => {
  const draw = "HEAD /api/scenes/{sceneId}/panels/{panelNumber}/render";
  const api = server({
    ...account,
    "GET /api/likes/stories/{storyId}": {
      data: { likeCount: 0, isLikedByUser: false, scenes: [] },
    },
    [draw]: failWith("not_found", "This panel is no longer there."),
  });
  const of = { aspectRatio: "3:4", oneLetterSize: true, slug: "tide" } as const;
  const scene = <SceneView scene={aScene(1, 2)} {...of} isFirst canShare={false} />;
  const { user } = await render(scene, { viewer });
  isEnded = true;
  await user.click(screen.getByRole("button", { name: /^Download scene 1/ }));
  const dialog = within(await screen.findByRole("dialog", question));
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await screen.findByText("Download failed: Please sign in to continue.");
  // Nothing is asked for the second panel.
  expect(api.calls(draw)).toHaveLength(1);
});
