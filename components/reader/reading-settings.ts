import { tryStorage } from "@/components/ui/utils/try-storage";

/** Reading preferences on this device, for every story. */
export interface ReadingSettings {
  mode: "strip" | "pages";
  /** Width of the strip in px. */
  width: number;
  /** Whether single letters and arrows are shortcuts. */
  keys: boolean;
}

const key = "inkwright:reader";
export const stripWidth = { min: 360, max: 1200, step: 20, default: 720 } as const;

export const defaultSettings: ReadingSettings = {
  mode: "strip",
  width: stripWidth.default,
  keys: true,
};

/** Parses stored settings; replaces invalid values by defaults. */
export function parseSettings(stored: string | null): ReadingSettings {
  try {
    const { mode, width, keys } = JSON.parse(stored ?? "{}") ?? {};
    return {
      mode: mode === "pages" ? "pages" : "strip",
      width:
        width >= stripWidth.min && width <= stripWidth.max ? Number(width) : defaultSettings.width,
      keys: keys !== false,
    };
  } catch {
    return defaultSettings;
  }
}

export const readSettings = (): ReadingSettings =>
  tryStorage(() => parseSettings(localStorage.getItem(key))) ?? defaultSettings;

/** Without storage the choice holds for this page only. */
export const saveSettings = (settings: ReadingSettings): void =>
  void tryStorage(() => localStorage.setItem(key, JSON.stringify(settings)));

/** Sets mode and width on <html> for the style sheet. */
export function applySettings({ mode, width }: ReadingSettings): void {
  const { dataset, style } = document.documentElement;
  if (mode === "pages") dataset.reader = "pages";
  else delete dataset.reader;
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
 * Does the same inline before the first paint, so that the prerendered page does not jump.
 * Constant, without input.
 */
export const settingsScript = `try{var r=JSON.parse(localStorage.getItem("${key}"))||{},h=document.documentElement;if(r.mode==="pages")h.dataset.reader="pages";if(r.width>=${stripWidth.min}&&r.width<=${stripWidth.max})h.style.setProperty("--strip",r.width+"px")}catch(e){}`;
