import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { subscribeToStory } from "@/lib/generation/live/story-subscription";
import { FakeChannel, FakeEventSource, FakeLocks, FakePage } from "./fake-browser";

const id = "01a1f944-5670-745b-8f52-116530fdc30d";

const open = () => FakeEventSource.all.filter(({ readyState }) => readyState !== 2);
const stream = () => {
  const [only, ...others] = open();
  expect(others).toEqual([]);
  if (!only) throw new Error("no stream is open");
  return only;
};

const locks = { current: new FakeLocks() };

/** A tab of the browser that looks at the story. */
async function openTab(storyId = id) {
  const page = new FakePage();
  const view = new FakePage();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", view);
  const changed = vi.fn();
  const end = subscribeToStory(storyId, changed);
  const channel = [...FakeChannel.all].at(-1);
  await vi.advanceTimersByTimeAsync(0);
  return { page, view, changed, end, channel };
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.all = [];
  FakeChannel.all.clear();
  locks.current = new FakeLocks();
  vi.stubGlobal("EventSource", FakeEventSource);
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  vi.stubGlobal("navigator", { locks: locks.current });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("tabs of one browser", () => {
  it("share one stream for each story, and each tab gets every change", async () => {
    const tabs = [];
    for (let count = 0; count < 9; count += 1) tabs.push(await openTab());
    expect(stream().url).toBe(`/api/stories/${id}/live`);
    stream().say("ready");
    stream().say("change");
    await pass(0);
    for (const { changed } of tabs) expect(changed).toHaveBeenCalledTimes(2);
    await pass(30_000);
    for (const { changed } of tabs) expect(changed, "no tab polls").toHaveBeenCalledTimes(2);

    const other = await openTab("another-story");
    expect(open()).toHaveLength(2);
    open()[1]?.say("change");
    await pass(0);
    expect(other.changed).toHaveBeenCalledTimes(1);
    expect(tabs[3]?.changed).toHaveBeenCalledTimes(2);
    for (const { end } of [...tabs, other]) end();
    expect(open()).toEqual([]);
    await pass(60_000);
    expect(open()).toEqual([]);
  });

  it("continue where the reading tab is closed", async () => {
    const [first, second, third] = [await openTab(), await openTab(), await openTab()];
    const before = stream();
    before.say("ready");
    first.end();
    await pass(0);
    expect(stream()).not.toBe(before);
    stream().say("ready");
    await pass(0);
    second.changed.mockClear();
    third.changed.mockClear();
    stream().say("change");
    await pass(0);
    expect([second.changed.mock.calls.length, third.changed.mock.calls.length]).toEqual([1, 1]);
    // The page is left: the browser fires no more than this.
    second.view.say("pagehide");
    await pass(0);
    stream().say("change");
    await pass(0);
    expect(third.changed).toHaveBeenCalledTimes(2);
  });

  it("take over from a frozen tab, which catches up when it is shown again", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const before = stream();
    before.say("ready");
    await pass(0);
    first.page.hide();
    first.page.say("freeze");
    await pass(0);
    expect(before.readyState).toBe(2);
    stream().say("ready");
    await pass(0);
    first.changed.mockClear();
    first.page.say("resume");
    first.page.show();
    expect(first.changed).toHaveBeenCalledTimes(1);
    await pass(0);
    stream().say("change");
    await pass(0);
    expect(first.changed).toHaveBeenCalledTimes(2);
    second.end();
    await pass(0);
    expect(open(), "the first one reads again").toHaveLength(1);
  });

  it("take over from a sleeping tab, which then follows", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const before = stream();
    before.say("ready");
    await pass(0);
    first.page.visibilityState = "hidden";
    if (first.channel) first.channel.asleep = true;
    await pass(9_000);
    expect(open(), "a moment of silence is no sleep").toEqual([before]);
    await pass(4_000);
    // The one that was taken over closes its stream as soon as it learns of it.
    expect(stream()).not.toBe(before);
    stream().say("ready");
    await pass(0);
    second.changed.mockClear();
    stream().say("change");
    await pass(0);
    expect(second.changed).toHaveBeenCalledTimes(1);
    first.channel?.wake();
    await pass(20_000);
    expect(open()).toHaveLength(1);
    first.changed.mockClear();
    stream().say("change");
    await pass(0);
    expect(first.changed).toHaveBeenCalledTimes(1);
  });

  it("never take over from a tab that responds", async () => {
    const [first] = [await openTab(), await openTab(), await openTab()];
    const before = stream();
    before.say("ready");
    first.page.hide();
    for (let minute = 0; minute < 30; minute += 1) {
      await pass(50_000);
      before.say("ready");
    }
    expect(FakeEventSource.all).toEqual([before]);
  });

  it("poll separately while the stream does not get through", async () => {
    const tabs = [await openTab(), await openTab()];
    stream().refuse();
    await pass(9_500);
    for (const { changed } of tabs) expect(changed).toHaveBeenCalledTimes(3);
    const late = await openTab();
    await pass(3_500);
    expect(late.changed).toHaveBeenCalledTimes(1);
    // After a while the stream is tried again, and polling ends where it works.
    await pass(20_000);
    stream().say("ready");
    await pass(0);
    for (const { changed } of [...tabs, late]) changed.mockClear();
    await pass(20_000);
    for (const { changed } of [...tabs, late]) expect(changed).not.toHaveBeenCalled();
  });
});

describe("a single tab", () => {
  it.each([
    ["no locks, as without https", () => vi.stubGlobal("navigator", {})],
    ["no channel", () => vi.stubGlobal("BroadcastChannel", undefined)],
    [
      "locks that are refused",
      () =>
        vi.stubGlobal("navigator", {
          locks: { request: () => Promise.reject(new DOMException("no", "SecurityError")) },
        }),
    ],
  ])("has its own stream: %s", async (_, prepare) => {
    prepare();
    const { changed, end } = await openTab();
    stream().say("ready");
    stream().say("change");
    expect(changed).toHaveBeenCalledTimes(2);
    await pass(60_000);
    expect(changed).toHaveBeenCalledTimes(2);
    end();
    expect(open()).toEqual([]);
    await pass(60_000);
    expect(open()).toEqual([]);
  });

  it("polls every three seconds where there are no events at all, and stops at its end", async () => {
    vi.stubGlobal("EventSource", undefined);
    const { changed, end } = await openTab();
    await pass(9_500);
    expect(changed).toHaveBeenCalledTimes(3);
    end();
    await pass(60_000);
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it("polls where a proxy buffers the stream, until an event arrives", async () => {
    const { changed } = await openTab();
    await pass(4_900);
    expect(changed).not.toHaveBeenCalled();
    await pass(6_200);
    expect(changed).toHaveBeenCalledTimes(2);
    stream().say("ready");
    changed.mockClear();
    await pass(20_000);
    expect(changed).not.toHaveBeenCalled();
  });

  it("polls while the browser reconnects", async () => {
    const { changed } = await openTab();
    const source = stream();
    for (let second = 0; second < 15; second += 3) {
      source.say("error");
      await pass(3_000);
    }
    expect(changed).toHaveBeenCalledTimes(3);
    source.say("ready");
    changed.mockClear();
    await pass(20_000);
    expect(changed).not.toHaveBeenCalled();
  });

  it("reopens a stream that died silently", async () => {
    await openTab();
    const before = stream();
    before.say("ready");
    await pass(69_000);
    expect(stream()).toBe(before);
    await pass(2_000);
    expect(stream()).not.toBe(before);
  });

  it("bridges a stream that the server ends, and reloads when it is shown again", async () => {
    const { changed, page } = await openTab();
    const source = stream();
    source.say("ready");
    source.say("error");
    await pass(300);
    source.say("ready");
    changed.mockClear();
    await pass(20_000);
    expect(changed).not.toHaveBeenCalled();
    page.hide();
    expect(changed).not.toHaveBeenCalled();
    page.show();
    expect(changed).toHaveBeenCalledTimes(1);
    source.say("error");
    await pass(5_000 + 3_100);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
