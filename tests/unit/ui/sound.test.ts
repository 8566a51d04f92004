import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The calls that a browser's audio would receive. */
class FakeParam {
  value = 1;
  peak = 0;
  setValueAtTime(value: number) {
    this.peak = Math.max(this.peak, value);
  }
  exponentialRampToValueAtTime(value: number) {
    if (value <= 0) throw new RangeError("an exponential ramp cannot reach zero");
    this.peak = Math.max(this.peak, value);
  }
}
class FakeNode {
  targets: unknown[] = [];
  gain = new FakeParam();
  frequency = new FakeParam();
  type = "";
  started = -1;
  stopped = -1;
  onended: (() => void) | null = null;
  connect<T>(target: T): T {
    this.targets.push(target);
    return target;
  }
  disconnect() {
    this.targets = [];
  }
  start(at: number) {
    this.started = at;
  }
  stop(at: number) {
    this.stopped = at;
  }
}
class FakeAudioContext {
  static made: FakeAudioContext[] = [];
  currentTime = 5;
  destination = { name: "speakers" };
  gains: FakeNode[] = [];
  oscillators: FakeNode[] = [];
  resumed = 0;
  constructor() {
    FakeAudioContext.made.push(this);
  }
  async resume() {
    this.resumed += 1;
  }
  createGain() {
    const node = new FakeNode();
    this.gains.push(node);
    return node;
  }
  createOscillator() {
    const node = new FakeNode();
    this.oscillators.push(node);
    return node;
  }
}

const store = new Map<string, string>();
const names = ["newScene", "newEntity", "saved", "error", "notice", "swoosh"] as const;

/** The module as a page gets it that has just been loaded. */
async function loadSound() {
  vi.resetModules();
  return import("@/components/ui/sound");
}

beforeEach(() => {
  store.clear();
  FakeAudioContext.made = [];
  vi.stubGlobal("AudioContext", FakeAudioContext);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("sounds", () => {
  it("play from the first gesture on, without an audio context before or while they are off", async () => {
    const { playSound, soundPreference } = await loadSound();
    expect(soundPreference.get()).toBe(true);
    expect(soundPreference.getOnServer()).toBe(true);
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
    for (const name of names) playSound(name);
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
    soundPreference.set(false);
    for (const name of names) playSound(name);
    expect(FakeAudioContext.made).toHaveLength(0);
    soundPreference.set(true);
    playSound("saved");
    expect(FakeAudioContext.made).toHaveLength(1);
    soundPreference.set(false);
    playSound("saved");
    expect(FakeAudioContext.made[0]?.oscillators).toHaveLength(1);
  });

  it("keep the chosen setting across a reload", async () => {
    (await loadSound()).soundPreference.set(true);
    const { playSound, soundPreference } = await loadSound();
    expect(soundPreference.get()).toBe(true);
    playSound("notice");
    expect(FakeAudioContext.made[0]?.oscillators).toHaveLength(1);
    soundPreference.set(false);
    expect((await loadSound()).soundPreference.get()).toBe(false);
  });

  it.each(names)("%s plays at a volume of 0.4 to 0.8, through one context", async (name) => {
    const { playSound, soundPreference } = await loadSound();
    soundPreference.set(true);
    playSound(name);
    // At the same moment: heard once.
    playSound(name);
    const [context] = FakeAudioContext.made;
    if (context) context.currentTime = 5.5;
    playSound(name);
    expect(FakeAudioContext.made).toHaveLength(1);
    const masters = context?.gains.filter(({ targets }) => targets.includes(context.destination));
    expect(masters).toHaveLength(2);
    for (const master of masters ?? []) {
      expect(master.gain.value).toBeGreaterThanOrEqual(0.4);
      expect(master.gain.value).toBeLessThanOrEqual(0.8);
    }
    for (const node of context?.oscillators ?? []) {
      expect(node.started).toBeGreaterThanOrEqual(5);
      expect(node.stopped).toBeGreaterThan(node.started);
      expect(node.stopped).toBeLessThan(6.5);
      const [envelope] = node.targets as FakeNode[];
      expect(masters).toContain(envelope?.targets[0]);
      expect(envelope?.gain.peak).toBeLessThanOrEqual(0.35);
    }
  });

  it("disconnect their nodes", async () => {
    const { playSound, soundPreference } = await loadSound();
    soundPreference.set(true);
    playSound("newScene");
    const context = FakeAudioContext.made[0];
    context?.oscillators.at(-1)?.onended?.();
    expect(context?.gains[0]?.targets).toEqual([]);
  });

  it("fail silently in a browser without audio or storage", async () => {
    vi.stubGlobal("localStorage", {
      getItem() {
        throw new Error("denied");
      },
      setItem() {
        throw new Error("denied");
      },
    });
    const { playSound, soundPreference } = await loadSound();
    expect(soundPreference.get()).toBe(true);
    soundPreference.set(false);
    expect(soundPreference.get()).toBe(false);
    soundPreference.set(true);
    vi.stubGlobal(
      "AudioContext",
      class {
        constructor() {
          throw new Error("no device");
        }
      },
    );
    expect(() => playSound("error")).not.toThrow();
    vi.stubGlobal("AudioContext", undefined);
    expect(() => playSound("error")).not.toThrow();
  });

  it("notify every subscriber of the setting", async () => {
    const { soundPreference } = await loadSound();
    vi.stubGlobal("window", { addEventListener: vi.fn(), removeEventListener: vi.fn() });
    const listener = vi.fn();
    const stop = soundPreference.subscribe(listener);
    soundPreference.set(true);
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    soundPreference.set(false);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
