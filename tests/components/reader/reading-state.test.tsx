import { act, fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { writeHintCookie } from "@/components/accounts/hint-cookies";
import { DraftReader } from "@/components/reader/draft/draft-reader";
import { useReadingPosition } from "@/components/reader/progress/use-reading-position";
import { ReadingView } from "@/components/reader/reading-view";
import { useReadingSettings } from "@/components/reader/use-reading-settings";
import { storePosition } from "@/components/reading-progress/device-readings";
import { signedInCookie } from "@/lib/platform/auth/cookie-names";
import { aScene, aStory, testId, testUser } from "../support/builders";
import { advanceTime, fakeTime, render } from "../support/render";
import { failWith, networkError, raw, server } from "../support/server";

const counts = [
  { number: 1, panels: 3 },
  { number: 2, panels: 3 },
];
const story = { storyId: testId("11"), counts, shown: null };

function ReadOn() {
  const { savePosition } = useReadingPosition(story, 1);
  useEffect(() => savePosition({ scene: 2, panel: 1 }));
  return null;
}

function Offered() {
  const { position } = useReadingPosition(story, 1);
  return position && <p>{`Scene ${position.scene}`}</p>;
}

const read = "GET /api/stories/{storyId}/progress";
const write = "PUT /api/stories/{storyId}/progress";
const tell = "PUT /api/readings";

beforeEach(() => localStorage.clear());

it.each([
  ["the server fails", failWith("unavailable", "The service is busy."), "The service is busy."],
  ["a gateway fails", raw({}, 502), "The story could not be loaded. Please try again in a moment."],
  ["there is no network", networkError(), "Network error - please check your connection"],
])("a draft whose reader is not known says that %s", async (_, answer, sentence) => {
  fakeTime();
  writeHintCookie(signedInCookie, "1");
  server({ "GET /api/auth/me": answer });
  await render(<DraftReader>Not found</DraftReader>, { at: `/story/${testId("11")}/read` });
  await advanceTime(5_000);
  await screen.findByText(sentence);
  writeHintCookie(signedInCookie, "; Max-Age=0");
});

it("a mode whose code loads late keeps what the reader has set in the meantime", () => {
  const { result } = renderHook(() => useReadingSettings(true));
  const { change } = result.current;
  act(() => result.current.change({ width: 900 }));
  act(() => change({ mode: "page" }));
  expect(result.current.settings).toMatchObject({ width: 900, mode: "page" });
});

it("an account gets a position that was reached while the code of its reports loaded", async () => {
  const api = server({ [write]: null, [tell]: failWith("unavailable", "Later.") });
  const { unmount } = await render(<ReadOn />, { viewer: testUser() });
  await waitFor(() => expect(api.calls(tell)).toHaveLength(1));
  unmount();
  await waitFor(() => expect(api.sent(write)).toMatchObject([{ scene: 2 }]));
  await waitFor(() => expect(localStorage.getItem("inkwright:places")).not.toContain("unsent"));
});

it("an account gets a position whose report has failed, before an older one is offered", async () => {
  const viewer = testUser();
  storePosition(story, { scene: 2, panel: 1 }, viewer._id);
  const api = server({
    [read]: { progression: 0.3 },
    [tell]: ({ count }: { count: number }) =>
      count === 1 ? failWith("unavailable", "Later.") : null,
  });
  const failed = await render(<Offered />, { viewer });
  await screen.findByText("Scene 2");
  await waitFor(() => expect(api.calls(tell)).toHaveLength(1));
  failed.unmount();
  const told = await render(<Offered />, { viewer });
  await waitFor(() => expect(api.calls(read)).toHaveLength(1));
  expect(api.sent(tell)[1]).toMatchObject({ readings: [{ storyId: story.storyId, scene: 2 }] });
  told.unmount();
  // The account has it.
  await render(<Offered />, { viewer });
  await waitFor(() => expect(api.calls(read)).toHaveLength(2));
  expect(api.calls(tell)).toHaveLength(2);
});

it("an account's place is offered although another story's could not be sent", async () => {
  const viewer = testUser();
  storePosition({ ...story, storyId: testId("12") }, { scene: 1, panel: 1 }, viewer._id);
  server({ [read]: { progression: 0.8 }, [tell]: failWith("rate_limited", "Later.") });
  await render(<Offered />, { viewer });
  await screen.findByText("Scene 2");
});

it("a position that another tab stores during a report stays unsent", async () => {
  const viewer = testUser();
  const api = server({
    [write]: () => {
      storePosition(story, { scene: 1, panel: 2 }, viewer._id);
      return null;
    },
    [tell]: failWith("unavailable", "Later."),
  });
  const { unmount } = await render(<ReadOn />, { viewer });
  await waitFor(() => expect(api.calls(tell)).toHaveLength(1));
  unmount();
  await waitFor(() => expect(api.calls(write)).toHaveLength(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(localStorage.getItem("inkwright:places")).toContain("unsent");
});

it("a visitor's place is offered although the session cannot be checked", async () => {
  writeHintCookie(signedInCookie, "1");
  storePosition(story, { scene: 2, panel: 1 }, undefined);
  server({ "GET /api/auth/me": failWith("unavailable", "The service is busy.") });
  await render(<Offered />);
  await screen.findByText("Scene 2");
  writeHintCookie(signedInCookie, "; Max-Age=0");
});

it("until the code of page mode has loaded, the browser has the page keys", async () => {
  localStorage.setItem("inkwright:reader", JSON.stringify({ mode: "page" }));
  server({});
  const scenes = [aScene(1, 2), aScene(2, 2)];
  await render(<ReadingView story={aStory({ status: "published", scenes })} next={[]} />);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(900);
  const press = () => fireEvent.keyDown(document.body, { key: "PageDown" });
  expect(press()).toBe(true);
  await waitFor(() => expect(press()).toBe(false));
});

it("a position that was reached just before the page is left is kept", async () => {
  server({});
  const scenes = [aScene(1, 2), aScene(2, 2)];
  const page = <ReadingView story={aStory({ status: "published", scenes })} next={[]} />;
  const { unmount } = await render(page);
  // The story has a size, and its end is in the window.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(900);
  vi.spyOn(window, "scrollY", "get").mockReturnValue(900);
  fireEvent.scroll(window);
  unmount();
  await waitFor(() =>
    expect(localStorage.getItem("inkwright:places")).toContain('"progression":1'),
  );
});

it("the address of a panel that has no picture, or was deleted, opens at its scene", async () => {
  server({});
  window.location.hash = "#scene-2-panel-9";
  const shown: Element[] = [];
  vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    shown.push(this);
  });
  const scenes = [aScene(1, 2), aScene(2, 2)];
  await render(<ReadingView story={aStory({ status: "published", scenes })} next={[]} />);
  await waitFor(() => expect(shown[0]?.closest("section")?.id).toBe("scene-2"));
});
