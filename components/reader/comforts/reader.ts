import { watchChrome } from "./chrome";
import { playClips } from "./clips";
import { type Action, actionOf, isTyping } from "./keys";
import { readPages } from "./paged";
import { type Parts, partsOf, type ReadingMode } from "./parts";
import { keepPlace, type Place, placeIn } from "./place";
import { applySettings, keepSettings, readSettings } from "./settings";
import { share } from "./share";
import { readStrip } from "./strip";
import { watchTouch } from "./touch";

/** The hash of a scene's own address: `#scene-3`. */
function placeInAddress(): Place | null {
  const scene = Number(/^#scene-(\d+)$/.exec(window.location.hash)?.[1]);
  return scene ? { scene, panel: 0 } : null;
}

/**
 * Wakes the comforts of a reading page: modes, keys, fingers, width, remembered place, videos.
 * @param missed what the reader did while this code was on its way
 * @returns ends all of it
 */
export function startReader(root: HTMLElement, storyId: string, missed: Event[]): () => void {
  const parts = partsOf(root);
  if (!parts) return () => undefined;
  const stop = new AbortController();
  const { signal } = stop;
  let settings = readSettings();
  let mode: ReadingMode;
  const chrome = watchChrome();
  const resume = offerPlace(parts, storyId);

  function enter(at: Place | "title" | "end") {
    mode = settings.mode === "pages" ? readPages(parts as Parts, at) : readStrip(parts as Parts);
    const button = root.querySelector("[data-act=mode]");
    button?.setAttribute("aria-pressed", String(settings.mode === "pages"));
  }

  function change(next: Partial<typeof settings>) {
    settings = { ...settings, ...next };
    keepSettings(settings);
    applySettings(settings);
  }

  function switchMode() {
    const at = mode.now();
    mode.stop();
    change({ mode: settings.mode === "pages" ? "strip" : "pages" });
    enter(at);
    chrome.show();
    // The strip shows the panel that the page showed, and the other way round.
    if (settings.mode === "strip" && at !== "title") {
      requestAnimationFrame(() => (at === "end" ? mode.go("last") : mode.show(at)));
    }
  }

  const acts: Record<Action, () => void> = {
    next: () => mode.go("next"),
    back: () => mode.go("back"),
    first: () => mode.go("first"),
    last: () => mode.go("last"),
    mode: switchMode,
    fullscreen: toggleFullscreen,
    share: () => void share(root.querySelector("h1")?.textContent ?? document.title),
    help: () =>
      void import("./help-dialog").then(({ openHelp }) =>
        openHelp({ keys: settings.keys, onKeys: (keys) => change({ keys }) }),
      ),
    resume() {
      if (resume.place) mode.show(resume.place);
      resume.dismiss();
    },
    dismiss: resume.dismiss,
  };

  function onKey(event: KeyboardEvent) {
    if (event.defaultPrevented || isTyping(event.target, event.key)) return;
    if (document.querySelector("[role=dialog], [role=menu]")) return;
    const action = actionOf(event, settings);
    if (!action) return;
    event.preventDefault();
    acts[action]();
  }

  function onClick(event: Event) {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest<HTMLElement>("[data-act]");
    if (button) {
      if (button.getAttribute("aria-disabled") !== "true") acts[button.dataset.act as Action]?.();
    } else if (settings.mode === "pages" && target?.closest("a[href='#main']")) mode.go("first");
  }

  function onInput(event: Event) {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !("width" in target.dataset)) return;
    const at = mode.now();
    change({ width: Number(target.value) });
    sharpen(root, settings.width);
    // What was being read stays in sight.
    if (at === "end") mode.go("last");
    else if (at !== "title") mode.show(at);
  }

  let noting = 0;
  function note() {
    if (noting) return;
    noting = window.setTimeout(() => {
      noting = 0;
      const now = mode.now();
      if (now === "title") return;
      const isBeginning =
        now !== "end" && now.panel === 0 && now.scene === parts?.scenes[0]?.number;
      if (!isBeginning) keepPlace(storyId, now === "end" ? null : now);
      if (resume.place && now === "end") resume.dismiss();
    }, 250);
  }

  const slider = root.querySelector<HTMLInputElement>("[data-width]");
  if (slider) slider.value = String(settings.width);
  sharpen(root, settings.width);
  if (!document.fullscreenEnabled) root.querySelector("[data-act=fullscreen]")?.remove();

  // No panel waits for the first one any more (reader.css), whatever comes and goes.
  root.dataset.awake = "";
  enter(placeInAddress() ?? "title");
  document.addEventListener("keydown", onKey, { signal });
  root.addEventListener("click", onClick, { signal });
  root.addEventListener("input", onInput, { signal });
  window.addEventListener("scroll", note, { signal, passive: true });
  document.addEventListener("reader-turn", note, { signal });
  window.addEventListener(
    "hashchange",
    () => {
      const place = placeInAddress();
      if (place && settings.mode === "pages") mode.show(place);
    },
    { signal },
  );
  const touch = watchTouch(root, {
    isPaged: () => settings.mode === "pages",
    turn: (where) => mode.go(where),
  });
  const stopClips = playClips(root);

  for (const event of missed) {
    if (event.type === "keydown") onKey(event as KeyboardEvent);
    else if (event.type === "click") onClick(event);
    else if (event.type === "input") onInput(event);
    else touch.take(event);
  }

  return () => {
    stop.abort();
    clearTimeout(noting);
    mode.stop();
    chrome();
    touch.stop();
    stopClips();
  };
}

function toggleFullscreen() {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  // Refused, for example by a frame around the page: everything stays as it is.
  change.catch(() => undefined);
}

/** Pictures of a strip wider than usual are asked for in that size. */
function sharpen(root: HTMLElement, width: number) {
  if (width <= 720) return;
  for (const picture of root.querySelectorAll<HTMLImageElement>(".strip img[srcset]")) {
    picture.sizes = `min(100vw, ${width}px)`;
  }
}

/** Offers the place where this story was left; nothing moves before it is asked for. */
function offerPlace({ root, scenes }: Parts, storyId: string) {
  const aside = root.querySelector<HTMLElement>(".resume");
  const kept = window.location.hash ? null : placeIn(storyId);
  const place = scenes.some(({ number }) => number === kept?.scene) ? kept : null;
  if (aside && place) {
    const words = aside.querySelector("[data-place]");
    if (words) words.textContent = ` · Scene ${place.scene}`;
    aside.hidden = false;
  }
  return {
    place,
    dismiss() {
      if (aside) aside.hidden = true;
    },
  };
}
