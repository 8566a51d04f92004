import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onStoryChange } from "@/lib/generation/live/story-subscription";
import { FakeEventSource, FakePage } from "./fake-browser";

const id = "01a1f944-5670-745b-8f52-116530fdc30d";

const open = () => FakeEventSource.all.filter(({ readyState }) => readyState !== 2);
const stream = () => {
  const [only, ...others] = open();
  expect(others).toEqual([]);
  if (!only) throw new Error("no stream is open");
  return only;
};

let page: FakePage;
const ends: (() => void)[] = [];
/** The tab looks at the story. */
function look(storyId = id) {
  const changed = vi.fn();
  const end = onStoryChange(storyId, changed);
  ends.push(end);
  return { changed, end };
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.all = [];
  page = new FakePage();
  vi.stubGlobal("document", page);
  vi.stubGlobal("EventSource", FakeEventSource);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a tab", () => {
  it("has one stream for each story, and each part of it gets every change", async () => {
    const parts = [look(), look(), look()];
    expect(stream().url).toBe(`/api/stories/${id}/live`);
    stream().say("ready");
    stream().say("change");
    await pass(60_000);
    for (const { changed } of parts) expect(changed).toHaveBeenCalledTimes(2);

    const other = look("another-story");
    expect(open()).toHaveLength(2);
    open()[1]?.say("change");
    expect(other.changed).toHaveBeenCalledTimes(1);
    expect(parts[2]?.changed).toHaveBeenCalledTimes(2);
    for (const { end } of [...parts, other]) end();
    expect(open()).toEqual([]);
    await pass(60_000);
    expect(open()).toEqual([]);
  });

  it("has none while it is hidden, and catches up when it is shown again", async () => {
    const { changed, end } = look();
    stream().say("ready");
    page.hide();
    expect(open()).toEqual([]);
    changed.mockClear();
    await pass(60_000);
    expect(changed).not.toHaveBeenCalled();
    page.show();
    expect(changed).toHaveBeenCalledTimes(1);
    stream().say("ready");
    stream().say("change");
    expect(changed).toHaveBeenCalledTimes(3);
    end();
    page.hide();
    page.show();
    expect(open()).toEqual([]);
  });

  it("polls every three seconds where the stream is refused, and tries again later", async () => {
    const { changed, end } = look();
    stream().refuse();
    await pass(9_500);
    expect(changed).toHaveBeenCalledTimes(3);
    await pass(21_000);
    stream().say("ready");
    changed.mockClear();
    await pass(20_000);
    expect(changed).not.toHaveBeenCalled();
    end();
    await pass(60_000);
    expect(changed).not.toHaveBeenCalled();
  });

  it("polls where a proxy buffers the stream, until an event arrives", async () => {
    const { changed } = look();
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
    const { changed } = look();
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
    look();
    const before = stream();
    before.say("ready");
    await pass(69_000);
    expect(stream()).toBe(before);
    await pass(2_000);
    expect(stream()).not.toBe(before);
  });

  it("bridges a stream that the server ends, and reloads when it is shown again", async () => {
    const { changed } = look();
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
    stream().say("error");
    await pass(5_000 + 3_100);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
