import { afterEach, beforeEach, expect, it, vi } from "vitest";

let page: EventTarget;
let openInPause: typeof import("@/components/studio/typing-pause").openInPause;
const press = () => page.dispatchEvent(new Event("keydown"));

beforeEach(async () => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.resetModules();
  ({ openInPause } = await import("@/components/studio/typing-pause"));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("opens at once where nobody has typed", async () => {
  const open = vi.fn();
  openInPause(async () => undefined, open);
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveBeenCalledOnce();
});

it("waits for the end of the typing, however often somebody goes on", async () => {
  const open = vi.fn();
  press();
  openInPause(async () => undefined, open);
  for (let letter = 0; letter < 5; letter += 1) {
    await vi.advanceTimersByTimeAsync(1_400);
    press();
  }
  expect(open).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_499);
  expect(open).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(open).toHaveBeenCalledOnce();
  press();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(open).toHaveBeenCalledOnce();
});

it("letters typed while its code is on its way put it off as well", async () => {
  const open = vi.fn();
  let arrive = () => {};
  openInPause(() => new Promise<void>((resolve) => (arrive = resolve)), open);
  await vi.advanceTimersByTimeAsync(4_000);
  press();
  await vi.advanceTimersByTimeAsync(100);
  arrive();
  await vi.advanceTimersByTimeAsync(1_399);
  expect(open).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(open).toHaveBeenCalledOnce();
});

it("opens also when its code did not come, which is told then", async () => {
  const open = vi.fn();
  openInPause(() => Promise.reject(new Error("offline")), open);
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveBeenCalledOnce();
});

it("given up it never opens, before and after its code came", async () => {
  const open = vi.fn();
  openInPause(async () => undefined, open)();
  press();
  const giveUp = openInPause(async () => undefined, open);
  await vi.advanceTimersByTimeAsync(500);
  giveUp();
  press();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(open).not.toHaveBeenCalled();
});
