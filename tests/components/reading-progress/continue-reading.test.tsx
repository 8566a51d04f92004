import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { TheEnd } from "@/components/reader/end/the-end";
import { ContinueReading } from "@/components/reading-progress/continue-reading";
import {
  deviceReadings,
  readStoredPosition,
  sendUnsentReadings,
  storePosition,
} from "@/components/reading-progress/device-readings";
import { continueHint, forgetReadings } from "@/components/reading-progress/storage-keys";
import { expectAccessible } from "../support/accessibility";
import { aPicture, aStory, testCard, testId, testUser } from "../support/builders";
import { render } from "../support/render";
import { failWith, server } from "../support/server";

const list = "GET /api/readings";
const tell = "PUT /api/readings";
const remove = "DELETE /api/readings/{storyId}";
const counts = [
  { number: 1, panels: 3 },
  { number: 2, panels: 3 },
];
const [tide, storm] = [testId("11"), testId("12")];
const reading = (storyId: string, title: string) => ({
  storyId,
  progression: 0.5,
  modified: "2026-11-20T10:00:00.000Z",
  card: { title, cover: null, place: 4, scenes: 12, position: { scene: 4, panel: 1 } },
});
const readOn = (storyId: string, title: string, at: { scene: number; panel: number } | "end") =>
  storePosition({ storyId, counts, shown: { title, cover: null } }, at, undefined);
const card = (title: string) => screen.findByRole("link", { name: new RegExp(`^${title}`) });

beforeEach(() => localStorage.clear());

describe("a visitor's row", () => {
  it("is empty for one who has read nothing, and asks for nothing", async () => {
    server({});
    const { container } = await render(<ContinueReading />);
    expect(container.textContent).toBe("");
  });

  it("shows stories with their places from this device; finished and removed ones leave", async () => {
    server({});
    readOn(tide, "Low Tide", { scene: 1, panel: 1 });
    readOn(storm, "The Storm", { scene: 2, panel: 1 });
    const { user } = await render(<ContinueReading />);
    expect(await card("The Storm")).toHaveProperty("hash", "#scene-2-panel-2");
    expect((await card("Low Tide")).textContent).toContain("Scene 1 of 2");
    await expectAccessible();
    await user.click(
      screen.getByRole("button", { name: "Remove The Storm from Continue reading" }),
    );
    await waitFor(() => expect(screen.queryByText("The Storm")).toBeNull());
    expect(readStoredPosition(storm)).toEqual({ scene: 2, panel: 1 });
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Low Tide"));
    readOn(tide, "Low Tide", "end");
    expect(readStoredPosition(tide)).toBeNull();
    expect(deviceReadings(undefined).every(({ card }) => card === null)).toBe(true);
  });

  it("survives what others wrote into the storage, and is gone after sign-out", async () => {
    server({});
    localStorage.setItem("inkwright:places", '{"a":{"scene":-1},"b":7,"c":null,"d":[]}');
    expect(deviceReadings(undefined)).toEqual([]);
    localStorage.setItem("inkwright:places", "{");
    readOn(tide, "Low Tide", { scene: 1, panel: 1 });
    expect(localStorage.getItem(continueHint)).toBe("1");
    forgetReadings();
    expect([deviceReadings(undefined), localStorage.getItem(continueHint)]).toEqual([[], null]);
  });
});

describe("a signed-in reader's row", () => {
  it("tells the account what was read before sign-in, once, and shows both", async () => {
    readOn(storm, "The Storm", { scene: 2, panel: 1 });
    const api = server({ [list]: [reading(tide, "Low Tide")], [tell]: null });
    const viewer = testUser();
    await render(<ContinueReading />, { viewer });
    expect((await card("Low Tide")).textContent).toContain("Scene 4 of 12");
    await card("The Storm");
    expect(api.calls(tell)[0]?.body).toMatchObject({ readings: [{ storyId: storm, scene: 2 }] });
    // Another account on this device neither gets nor sees it.
    expect(deviceReadings(viewer._id)).toHaveLength(1);
    expect([deviceReadings(undefined), deviceReadings(testId("99"))]).toEqual([[], []]);
    readOn(tide, "Low Tide", { scene: 2, panel: 1 });
    await Promise.all([sendUnsentReadings(viewer._id), sendUnsentReadings(viewer._id)]);
    expect(api.calls(tell)).toHaveLength(2);
  });

  it("keeps a story whose removal the server refuses, and says so", async () => {
    server({
      [list]: [reading(tide, "Low Tide")],
      [remove]: failWith("unavailable", "The shelves are resting."),
    });
    const { user } = await render(<ContinueReading />, { viewer: testUser() });
    await user.click(await screen.findByRole("button", { name: /^Remove Low Tide/ }));
    await screen.findByText("The shelves are resting.");
    await card("Low Tide");
  });
});

it("the next stories at the end of a story have marks of what was read, once they are near", async () => {
  server({});
  const near: (() => void)[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(readonly see: (entries: object[]) => void) {}
      observe(target: Element) {
        if (target.matches("span")) near.push(() => this.see([{ target, isIntersecting: true }]));
      }
      unobserve() {}
    },
  );
  readOn(tide, "Low Tide", "end");
  readOn(storm, "The Storm", { scene: 2, panel: 1 });
  const next = [tide, storm].map((_id) => testCard({ _id, previewImage: aPicture() }));
  const { container } = await render(
    <TheEnd story={aStory({ status: "published" })} next={next} />,
  );
  const rules = () =>
    [...container.querySelectorAll("style")].map(({ textContent }) => textContent);
  await waitFor(() => expect(near).toHaveLength(1));
  expect(rules()).toEqual([""]);
  act(() => near[0]?.());
  await waitFor(() => expect(rules().join("")).toContain(`[data-story="${storm}"]{--read:`));
  expect(rules().join("")).toContain(`[data-story="${tide}"]{--read-mark:"Read"}`);
  const marked = container.querySelectorAll("[data-story]:has(.card-cover)");
  expect([...marked].map((cover) => cover.getAttribute("data-story"))).toEqual([tide, storm]);
});
