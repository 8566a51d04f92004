import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onStoryChange } from "@/lib/jobs/story-stream";
import { FakeEventSource, FakePage } from "./fake-browser";

const id = "01a1f944-5670-745b-8f52-116530fdc30d";

const open = () => FakeEventSource.all.filter(({ readyState }) => readyState !== 2);
const stream = () => {
  const [only, ...others] = open();
  expect(others).toEqual([]);
  if (!only) throw new Error("no stream is open");
  return only;
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A tab of the browser that looks at the story. */
function openTab({ isHidden = false } = {}) {
  const page = new FakePage();
  if (isHidden) page.hide();
  vi.stubGlobal("document", page);
  const changed = vi.fn();
  return { page, changed, end: onStoryChange(id, changed) };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.all = [];
  vi.stubGlobal("EventSource", FakeEventSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a visible tab", () => {
  it("is told of every change by its stream, until its end", async () => {
    const { changed, end } = openTab();
    expect(stream().url).toBe(`/api/stories/${id}/live`);
    stream().say("ready");
    stream().say("change");
    expect(changed).toHaveBeenCalledTimes(2);
    await pass(60_000);
    expect(changed).toHaveBeenCalledTimes(2);
    end();
    await pass(60_000);
    expect(open()).toEqual([]);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it("polls every three seconds where there are no events at all, and stops at its end", async () => {
    vi.stubGlobal("EventSource", undefined);
    const { changed, end } = openTab();
    await pass(9_500);
    expect(changed).toHaveBeenCalledTimes(3);
    end();
    await pass(60_000);
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it("polls where a proxy buffers the stream, until an event arrives", async () => {
    const { changed } = openTab();
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
    const { changed } = openTab();
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

  it("polls where the server refuses the stream, and tries it again after 30 s", async () => {
    const { changed } = openTab();
    stream().refuse();
    await pass(29_900);
    expect(changed).toHaveBeenCalledTimes(9);
    expect(open()).toEqual([]);
    await pass(200);
    stream().say("ready");
    changed.mockClear();
    await pass(20_000);
    expect(changed).not.toHaveBeenCalled();
  });

  it("reopens a stream that died silently", async () => {
    openTab();
    const before = stream();
    before.say("ready");
    await pass(69_000);
    expect(stream()).toBe(before);
    await pass(2_000);
    expect(stream()).not.toBe(before);
  });

  it("bridges a stream that the server ends", async () => {
    const { changed } = openTab();
    const source = stream();
    source.say("ready");
    source.say("error");
    await pass(300);
    source.say("ready");
    changed.mockClear();
    await pass(20_000);
    expect(changed).not.toHaveBeenCalled();
  });
});

describe("a hidden tab", () => {
  it("holds no connection and asks nothing, and catches up when it is shown again", async () => {
    const { changed, page, end } = openTab();
    stream().say("ready");
    changed.mockClear();
    page.hide();
    expect(open()).toEqual([]);
    await pass(300_000);
    expect(open()).toEqual([]);
    expect(changed).not.toHaveBeenCalled();
    page.show();
    expect(changed).toHaveBeenCalledOnce();
    stream().say("ready");
    page.hide();
    end();
    page.show();
    expect(open()).toEqual([]);
  });

  it("opens its stream when it is shown for the first time", () => {
    const { changed, page } = openTab({ isHidden: true });
    expect(open()).toEqual([]);
    page.show();
    stream();
    expect(changed).toHaveBeenCalledOnce();
  });
});
