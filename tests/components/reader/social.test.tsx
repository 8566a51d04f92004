import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EndAction } from "@/components/reader/end/end-action";
import { ReadingView } from "@/components/reader/reading-view";
import { LikeButton } from "@/components/reader/social/like-button";
import { storePendingLike } from "@/components/reader/social/pending-like";
import { RefreshLikes } from "@/components/reader/social/refresh-likes";
import { RemixButton } from "@/components/reader/social/remix-button";
import { shareReading } from "@/components/reader/social/share-story";
import { TitlePage } from "@/components/reader/title/title-page";
import { Providers } from "@/components/shell/providers";
import { toast } from "@/components/ui/toast";
import { expectAccessible } from "../support/accessibility";
import { aStory, storyId, testId, testUser } from "../support/builders";
import { advanceTime, fakeTime, render } from "../support/render";
import { router } from "../support/router";
import { defer, failWith, server } from "../support/server";

const likes = "GET /api/likes/stories/{storyId}";
const press = "POST /api/likes/stories/{storyId}";

/** The like buttons at the head and at the end of a story that Ada reads. */
async function reading() {
  fakeTime();
  const api = server({ [likes]: { data: { likeCount: 3, isLikedByUser: false, scenes: [] } } });
  const likeButtons = (
    <>
      <LikeButton storyId={storyId} count={0} />
      <LikeButton storyId={storyId} count={0} label="Show your love" />
    </>
  );
  const { user } = await render(likeButtons, { viewer: testUser(), at: `/story/${storyId}/read` });
  await screen.findByRole("button", { name: "Like: 3 likes", pressed: false });
  return { api, user };
}

/** The first like button, pressed, with this count. */
const given = (name: string) => screen.findByRole("button", { name, pressed: true });

describe("a like", () => {
  it("counts at once, on both like buttons of the story, and settles on the server's count", async () => {
    const { api, user } = await reading();
    const truth = defer({ data: { likeCount: 1200, isLikedByUser: true } });
    api.answer({ [press]: truth.answer });
    await user.click(screen.getByRole("button", { name: "Like: 3 likes", pressed: false }));
    await given("Like: 4 likes");
    await given("Show your love 4");
    await truth.release();
    await given("Like: 1.2K likes");
    expect(api.calls(likes)).toHaveLength(1);
  });

  it("that is taken back a second later, before its answer, is sent and taken back", async () => {
    const { api, user } = await reading();
    const liked = defer({ data: { likeCount: 4, isLikedByUser: true } });
    api.answer({ [press]: liked.answer });
    await user.click(screen.getByRole("button", { name: "Like: 3 likes" }));
    await advanceTime(1_000);
    await user.dblClick(await given("Like: 4 likes"));
    api.answer({ [press]: { data: { likeCount: 3, isLikedByUser: false } } });
    await liked.release();
    await waitFor(() => expect(api.sent(press)).toEqual([{ liked: true }, { liked: false }]));
    await screen.findByRole("button", { name: "Like: 3 likes", pressed: false });
  });

  it("is rolled back where the server refuses it, with the server's message", async () => {
    const { api, user } = await reading();
    const refusal = defer(failWith("unavailable", "The likes are resting."));
    api.answer({ [press]: refusal.answer });
    await user.click(screen.getByRole("button", { name: "Like: 3 likes" }));
    await given("Like: 4 likes");
    await refusal.release();
    await screen.findByText("The likes are resting.");
    await screen.findByRole("button", { name: "Like: 3 likes", pressed: false });
    // A message leaves after four seconds.
    await advanceTime(5_000);
    expect(screen.queryByText("The likes are resting.")).toBeNull();
  });
});

const remixStory = "POST /api/stories/{storyId}/remix";
const remixScene = "POST /api/stories/{storyId}/remix-scene/{scene}";
const copy = aStory({ _id: testId("99") });
const at = `/story/${storyId}/read`;

/** The reader's actions on a story and on each of its two scenes. */
const acts = (
  <>
    <LikeButton storyId={storyId} count={0} />
    <RemixButton storyId={storyId} count={0} />
    {[1, 2].map((number) => (
      <section key={number} id={`scene-${number}`}>
        <RemixButton storyId={storyId} scene={{ id: testId(`4${number}`), number }} quiet />
        <LikeButton storyId={storyId} sceneId={testId(`4${number}`)} count={0} quiet />
      </section>
    ))}
  </>
);
const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("a visitor", () => {
  it("who likes or remixes is invited to sign in, and returns to the same page", async () => {
    const said = [
      vi.spyOn(console, "info").mockImplementation(() => {}),
      vi.spyOn(console, "warn").mockImplementation(() => {}),
    ].map((spy) => spy.mock.calls);
    const { user } = await render(acts, { at });
    const back = (place: string) => `/login?from=${encodeURIComponent(`${at}${place}`)}`;
    const leads = (dialog: HTMLElement) =>
      within(dialog).getByRole("link", { name: "Sign In" }).getAttribute("href");
    const toLike = { name: "Sign in to like this" };
    await user.click(screen.getAllByRole("button", { name: "Like: 0 likes" })[0] as HTMLElement);
    await screen.findByRole("dialog", toLike);
    await expectAccessible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", toLike)).toBeNull());
    expect(said[0]).toEqual([["Sign in to like stories and scenes."]]);

    expect(button("Remix scene 2").getAttribute("aria-disabled")).toBe("true");
    button("Remix scene 2").focus();
    await user.keyboard("{Enter}");
    const toRemix = await screen.findByRole("dialog", { name: "Sign in to remix" });
    expect(leads(toRemix)).toBe(back("#scene-2"));
    expect(said[1]).toEqual([["Sign in to remix."]]);
    await user.click(within(toRemix).getByRole("button", { name: "Not now" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await user.click(screen.getAllByRole("button", { name: "Like: 0 likes" })[1] as HTMLElement);
    expect(leads(await screen.findByRole("dialog", toLike))).toBe(back("#scene-1"));
  });

  it("who has signed in has the like sent, also where the story has no scenes", async () => {
    const api = server({
      [likes]: { data: { likeCount: 3, isLikedByUser: false, scenes: [] } },
      [press]: { data: { likeCount: 4, isLikedByUser: true } },
    });
    const liked = { kind: "stories", id: storyId, likeCount: 3, isLikedByUser: false } as const;
    storePendingLike({ storyId, ...liked });
    const page = <RefreshLikes storyId={storyId} readAt={Date.now()} />;
    await render(page, { viewer: testUser(), at });
    await screen.findByText("Your like is saved.");
    expect(api.sent(press)).toEqual([{ liked: true }]);
  });

  it("without a script sees no button that needs one, also where the story has no scenes", () => {
    const page = <ReadingView story={aStory({ status: "published" })} next={[]} />;
    const html = renderToStaticMarkup(<Providers>{page}</Providers>);
    expect(html).toContain("<noscript><style>.with-script{display:none!important}");
  });

  it("reloads likes that are older than five minutes", async () => {
    fakeTime();
    let likeCount = 0;
    const api = server({
      [likes]: () => ({ data: { likeCount, isLikedByUser: false, scenes: [] } }),
    });
    const page = (age: number) => (
      <>
        <RefreshLikes storyId={storyId} readAt={Date.now() - age} />
        <LikeButton storyId={storyId} count={0} />
      </>
    );
    const kept = await render(page(0), { at });
    await advanceTime(500);
    button("Like: 0 likes");
    expect(api.calls(likes)).toEqual([]);
    kept.unmount();

    likeCount = 1;
    await render(page(301_000), { at });
    await screen.findByRole("button", { name: "Like: 1 like" });
    expect(api.calls(likes)).toHaveLength(1);
    likeCount = 0;
    await advanceTime(301_000);
    await screen.findByRole("button", { name: "Like: 0 likes" });
    expect(api.calls(likes)).toHaveLength(2);
  });
});

it("shares the story from any part, and a page whose first panel has no picture", async () => {
  const shared: (string | undefined)[] = [];
  vi.stubGlobal("navigator", {
    share: async ({ url }: ShareData) => void shared.push(url),
  });
  const end = { storyId, title: "The Storm", authorId: testId("9"), hasPicture: true };
  await render(<EndAction {...end} isPublished />, { at: `${at}/2` });
  fireEvent.click(button("Share"));
  await render(<i id="scene-3-panel-2" />);
  await shareReading("The Storm", storyId, { scene: 3, panel: 1 });
  await shareReading("The Storm", storyId, { scene: 3, panel: 0 });
  const paths = shared.map((url) => url?.replace(window.location.origin, ""));
  expect(paths).toEqual([at, `/story/${storyId}/panel/3-2`, `${at}#scene-3`]);
});

describe("a remix", () => {
  let api: ReturnType<typeof server>;
  let user: UserEvent;
  let unmount: () => void;
  beforeEach(async () => {
    api = server({
      [likes]: { data: { likeCount: 0, isLikedByUser: false, scenes: [] } },
      [remixStory]: copy,
    });
    ({ user, unmount } = await render(acts, { viewer: testUser(), at }));
  });

  it("runs one at a time, shows 'Error' when it fails, then opens the copy", async () => {
    const refusal = defer(failWith("unavailable", "The copier is jammed."));
    const report = "POST /api/events";
    api.answer({ [remixScene]: refusal.answer, [report]: null });
    const whole = button(/^Remix 0/);
    await user.click(button("Remix scene 1"));
    await screen.findByRole("button", { name: "Remix scene 1", busy: true });
    for (const other of [whole, button("Remix scene 2")]) {
      expect(other.getAttribute("aria-disabled")).toBe("true");
    }
    await user.click(whole);
    await user.click(button("Remix scene 1"));
    await refusal.release();
    await screen.findByRole("button", { name: "Error scene 1" });
    await screen.findByText("The copier is jammed.");
    const facts = { name: "remix_failed", storyId, remixType: "scene", sceneNumber: 1 };
    expect(api.sent(report)).toEqual([{ ...facts, message: "The copier is jammed." }]);
    expect(api.calls(remixScene)).toHaveLength(1);
    expect(api.calls(remixStory)).toEqual([]);
    api.answer({ [remixScene]: copy });
    await user.click(button("Error scene 1"));
    await waitFor(() => expect(router.pushed).toEqual([`/story/${copy._id}?remixed`]));
    // Until the copy's page has loaded.
    expect(whole.getAttribute("aria-disabled")).toBe("true");
    await user.click(whole);
    expect(api.calls(remixStory)).toEqual([]);
  });

  it("says 'Error' without its count, and for as long as the toast", async () => {
    api.answer({ [remixStory]: failWith("unavailable", "Jammed."), "POST /api/events": null });
    fakeTime();
    fireEvent.click(button(/^Remix 0/));
    expect((await screen.findByRole("button", { name: /^Error/ })).textContent).toBe("Error");
    await advanceTime(4_000);
    // A reader who has left the page is told as well.
    const late = defer(failWith("unavailable", "Out of paper."));
    api.answer({ [remixStory]: late.answer });
    fireEvent.click(button(/^Remix 0/));
    unmount();
    const told = vi.spyOn(toast, "error");
    await late.release();
    await waitFor(() => expect(told).toHaveBeenCalledWith("Out of paper."));
  });

  it("names its origin on its title page", async () => {
    await render(<TitlePage story={aStory({ isRemix: true })} />, { at });
    screen.getByText("This is a remix (original source unknown)");
  });

  it("is made once by a double click", async () => {
    await user.dblClick(button(/^Remix 0/));
    await waitFor(() => expect(router.pushed).toHaveLength(1));
    await user.click(button(/^Remix 0/));
    expect(api.calls(remixStory)).toHaveLength(1);
  });
});
