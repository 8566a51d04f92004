"use client";
/**
 * Short synthesized sounds, which need no files. They play after the first user gesture, as browsers
 * require; this device remembers whether they are off.
 *
 *   playSound("newScene");
 */
import { createListeners, followOtherTabs } from "@/lib/platform/listeners";
import { tryStorage } from "@/lib/platform/try-storage";

interface Tone {
  /** Hertz at the start and at the end. */
  from: number;
  to?: number;
  /** Seconds from the start of the sound. */
  at: number;
  length: number;
  wave: OscillatorType;
}

interface Sound {
  /** 0.4 to 0.8, as specified. */
  volume: number;
  tones: Tone[];
}

const sounds = {
  newScene: {
    volume: 0.8,
    tones: [
      { from: 523.25, at: 0, length: 0.16, wave: "triangle" },
      { from: 659.25, at: 0.11, length: 0.16, wave: "triangle" },
      { from: 783.99, at: 0.22, length: 0.34, wave: "triangle" },
    ],
  },
  newEntity: {
    volume: 0.7,
    tones: [
      { from: 587.33, at: 0, length: 0.14, wave: "sine" },
      { from: 880, at: 0.1, length: 0.3, wave: "sine" },
    ],
  },
  saved: {
    volume: 0.5,
    tones: [{ from: 659.25, to: 698.46, at: 0, length: 0.16, wave: "sine" }],
  },
  error: {
    volume: 0.6,
    tones: [
      { from: 220, to: 196, at: 0, length: 0.16, wave: "square" },
      { from: 164.81, to: 146.83, at: 0.15, length: 0.26, wave: "square" },
    ],
  },
  notice: { volume: 0.5, tones: [{ from: 880, at: 0, length: 0.2, wave: "sine" }] },
  swoosh: { volume: 0.4, tones: [{ from: 180, to: 900, at: 0, length: 0.22, wave: "sawtooth" }] },
} satisfies Record<string, Sound>;

export type SoundName = keyof typeof sounds;

const key = "inkwright:sounds";
const { notify, subscribe } = createListeners(followOtherTabs);
let audio: AudioContext | undefined;
/** Start time of each sound, in seconds of the audio clock. */
const startedAt = new Map<SoundName, number>();
/** Seconds within which a second trigger of a sound, such as a toast and its caller, is ignored. */
const dedupeSeconds = 0.15;
/** The preference without storage. */
let fallbackPreference = true;

const readPreference = (): boolean =>
  tryStorage(() => localStorage.getItem(key) !== "off") ?? fallbackPreference;

/** Whether sounds play, for useSyncExternalStore. */
export const soundPreference = {
  subscribe,
  get: readPreference,
  getOnServer: () => true,
  set(on: boolean) {
    fallbackPreference = on;
    tryStorage(() => localStorage.setItem(key, on ? "on" : "off"));
    notify();
  },
};

/** Plays a sound if sounds are on and the page has had a user gesture. Never throws. */
export function playSound(name: SoundName): void {
  if (typeof AudioContext === "undefined" || !soundPreference.get()) return;
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
    if (audio.currentTime - (startedAt.get(name) ?? Number.NEGATIVE_INFINITY) < dedupeSeconds)
      return;
    startedAt.set(name, audio.currentTime);
    play(audio, sounds[name]);
  } catch {
    // The browser has run out of audio devices: stay silent.
  }
}

function play(context: AudioContext, { volume, tones }: Sound): void {
  void context.resume().catch(() => undefined);
  const master = context.createGain();
  master.gain.value = volume;
  master.connect(context.destination);
  let last: OscillatorNode | undefined;
  for (const tone of tones) last = playTone(context, master, tone);
  if (last) last.onended = () => master.disconnect();
}

/** Maximum gain of a tone: rich waves are louder than a sine of the same amplitude. */
const peakGain = (wave: OscillatorType) => (wave === "sine" || wave === "triangle" ? 0.35 : 0.12);

function playTone(context: AudioContext, master: GainNode, tone: Tone): OscillatorNode {
  const start = context.currentTime + tone.at;
  const end = start + tone.length;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = tone.wave;
  oscillator.frequency.setValueAtTime(tone.from, start);
  if (tone.to) oscillator.frequency.exponentialRampToValueAtTime(tone.to, end);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(peakGain(tone.wave), start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(gain).connect(master);
  oscillator.start(start);
  oscillator.stop(end);
  return oscillator;
}
