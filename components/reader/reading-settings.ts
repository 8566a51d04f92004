import { tryStorage } from "@/lib/platform/try-storage";
import type { Mode } from "./navigation/keyboard-shortcuts";

/** Reading preferences on this device, for every story. */
export interface ReadingSettings {
  mode: Mode;
  /** Width of the strip in px. */
  width: number;
  /** Whether single letters and arrows are shortcuts. */
  keys: boolean;
  /** Size of a page. */
  fit: Fit;
  /** How many pages are shown side by side. */
  pages: PagesAtOnce;
  /** Stories that are read from right to left also turn their pages that way. */
  rightToLeft: boolean;
}

const key = "inkwright:reader";
export const stripWidth = { min: 360, max: 1200, step: 20, default: 720 } as const;
const modes = ["scroll", "page", "panel"] as const;
export const fits = ["auto", "height", "width", "original"] as const;
export type Fit = (typeof fits)[number];
export const pagesAtOnce = ["auto", "one", "two"] as const;
export type PagesAtOnce = (typeof pagesAtOnce)[number];

export const nextChoice = <Value>(choices: readonly Value[], current: Value): Value =>
  choices[(choices.indexOf(current) + 1) % choices.length] ?? current;

/** Pages are composed for screens of this size: phones scroll. */
const pageScreen = "(width >= 48rem) and (height >= 37.5rem)";

export const defaultSettings: ReadingSettings = {
  mode: "scroll",
  width: stripWidth.default,
  keys: true,
  fit: "auto",
  pages: "auto",
  rightToLeft: true,
};

const oneOf = <Value>(values: readonly Value[], value: unknown, other: Value): Value =>
  values.find((one) => one === value) ?? other;

/** Parses stored settings; replaces invalid values by defaults. */
export function parseSettings(stored: string | null, mode: Mode = "scroll"): ReadingSettings {
  try {
    const read = JSON.parse(stored ?? "{}") ?? {};
    const isWidth = read.width >= stripWidth.min && read.width <= stripWidth.max;
    return {
      mode: oneOf(modes, read.mode, mode),
      width: isWidth ? Number(read.width) : defaultSettings.width,
      keys: read.keys !== false,
      fit: oneOf(fits, read.fit, "auto"),
      pages: oneOf(pagesAtOnce, read.pages, "auto"),
      rightToLeft: read.rightToLeft !== false,
    };
  } catch {
    return { ...defaultSettings, mode };
  }
}

/** @param isStrip whether the panels of each scene are a column */
export const readSettings = (isStrip: boolean): ReadingSettings => {
  const mode = !isStrip && matchMedia(pageScreen).matches ? "page" : "scroll";
  return (
    tryStorage(() => parseSettings(localStorage.getItem(key), mode)) ?? parseSettings(null, mode)
  );
};

/** Stores settings. Without storage they hold for this page only. */
export const saveSettings = (settings: Partial<ReadingSettings>): void =>
  void tryStorage(() => {
    const stored = tryStorage(() => JSON.parse(localStorage.getItem(key) ?? "{}"));
    localStorage.setItem(key, JSON.stringify({ ...stored, ...settings }));
  });

/** Sets mode and width on <html> for the style sheet. */
export function applySettings({ mode, width }: Pick<ReadingSettings, "mode" | "width">): void {
  const { dataset, style } = document.documentElement;
  if (mode === "scroll") delete dataset.reader;
  else dataset.reader = mode;
  if (width === defaultSettings.width) style.removeProperty("--strip");
  else style.setProperty("--strip", `${width}px`);
}

export function clearAppliedSettings(): void {
  const { dataset, style } = document.documentElement;
  delete dataset.reader;
  delete dataset.chrome;
  style.removeProperty("--strip");
}

/**
 * `applySettings` as an inline script before the first paint, so that the prerendered page does not
 * jump. One of two constants, without input.
 */
export const settingsScript = (isStrip: boolean) =>
  `try{var h=document.documentElement,r=JSON.parse(localStorage.getItem("${key}"))||{},m=r.mode||(${isStrip ? '"scroll"' : `matchMedia("${pageScreen}").matches?"page":"scroll"`});if(m==="page"||m==="panel")h.dataset.reader=m;if(r.width>=${stripWidth.min}&&r.width<=${stripWidth.max})h.style.setProperty("--strip",r.width+"px")}catch(e){}`;
