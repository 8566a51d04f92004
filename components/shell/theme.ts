import { continueHint } from "@/components/reading-progress/storage-keys";
import { createListeners, followOtherTabs } from "@/lib/platform/listeners";
import { tryStorage } from "@/lib/platform/try-storage";

/**
 * Light, dark, or the system's theme. Stored in localStorage and set as data-theme on <html>; pages
 * are prerendered, so `themeScript` sets it before the first paint.
 */
type Theme = "light" | "dark" | "system";

const KEY = "theme";
/** Colour and initials of the account's avatar, such as `2AB`. */
export const avatarHintKey = "avatar";

/**
 * Runs inline in <head>. If there may be a session, `data-session` shows the account's initials
 * instead of 'Sign In' until the account menu has loaded; `data-continue` reserves the height of
 * 'Continue reading'. Constant, so that a content security policy can allow it by its hash.
 */
export const themeScript = `try{var d=document.documentElement,s=d.dataset;if(/(^|; )signed_in=1/.test(document.cookie))s.session="";if(localStorage.getItem("${continueHint}")==="1")s.continue="";var t=localStorage.getItem("${KEY}");if(t==="light"||t==="dark")s.theme=t;var a=localStorage.getItem("${avatarHintKey}");if(/^[0-4]./.test(a)){s.avatar=a[0];d.style.setProperty("--initials",JSON.stringify(a.slice(1)))}}catch(e){}`;

/** Shows the initials on the current page, too. */
export function showAvatarHint(hint: string): void {
  const { dataset, style } = document.documentElement;
  dataset.avatar = hint.slice(0, 1);
  style.setProperty("--initials", JSON.stringify(hint.slice(1)));
}

export const themeOptions = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
] as const satisfies readonly { value: Theme; label: string }[];

const themeOf = (stored: string | null | undefined): Theme =>
  stored === "light" || stored === "dark" ? stored : "system";

const read = (): Theme => themeOf(document.documentElement.dataset.theme);

function apply(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  notify();
}

const { notify, subscribe } = createListeners(() =>
  followOtherTabs(({ key, newValue }) => {
    if (key === KEY) apply(themeOf(newValue));
  }),
);

export const themeStore = {
  subscribe,
  get: read,
  getOnServer: (): Theme => "system",
  set(theme: Theme) {
    // Without storage the choice holds for this page only.
    tryStorage(() =>
      theme === "system" ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, theme),
    );
    apply(theme);
  },
};
