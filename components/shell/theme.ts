import { continueHint } from "@/components/reading-progress/storage-keys";

/**
 * Light, dark, or the system's theme. Stored in localStorage and set as data-theme on <html>; pages
 * are prerendered, so `themeScript` sets it before the first paint.
 */
type Theme = "light" | "dark" | "system";

const KEY = "theme";

/**
 * Runs inline in <head>. If there may be a session, `data-session` hides 'Sign In' until the
 * account menu has loaded; `data-continue` reserves the height of 'Continue reading'. Constant, so that a content security policy can allow it by its hash.
 */
export const themeScript = `try{var s=document.documentElement.dataset;if(/(^|; )signed_in=1/.test(document.cookie))s.session="";if(localStorage.getItem("${continueHint}")==="1")s.continue="";var t=localStorage.getItem("${KEY}");if(t==="light"||t==="dark")s.theme=t}catch(e){}`;

export const themeOptions = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
] as const satisfies readonly { value: Theme; label: string }[];

const listeners = new Set<() => void>();

const themeOf = (stored: string | null | undefined): Theme =>
  stored === "light" || stored === "dark" ? stored : "system";

const read = (): Theme => themeOf(document.documentElement.dataset.theme);

function apply(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Follows a change in another tab. */
function syncFromOtherTab(event: StorageEvent) {
  if (event.key === KEY) apply(themeOf(event.newValue));
}

export const themeStore = {
  subscribe(listener: () => void) {
    if (listeners.size === 0) window.addEventListener("storage", syncFromOtherTab);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", syncFromOtherTab);
    };
  },
  get: read,
  getOnServer: (): Theme => "system",
  set(theme: Theme) {
    try {
      if (theme === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Without storage the choice holds for this page only.
    }
    apply(theme);
  },
};
