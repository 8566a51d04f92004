import type { PanelPosition } from "@/lib/stories/reading/parts";
import {
  isBehindAgeGate,
  type ReaderElements,
  type ReadingMode,
  type ReadingPosition,
} from "../navigation/reading-mode";
import type { Fit, PagesAtOnce } from "../reading-settings";
import { spreadsOf } from "./camera";
import { loadPicture } from "./load-picture";
import { readPages } from "./measure-pages";
import { openSpread } from "./open-spread";
import { attachStageInput } from "./stage-input";

interface StageOptions {
  mode: "page" | "panel";
  fit: Fit;
  pages: PagesAtOnce;
  isRightToLeft: boolean;
}

/** What the controls need to know. */
export interface StageState {
  /** Indexes of the pages on the screen; empty on the title and the end. */
  open: readonly number[];
  isTitle: boolean;
  /** The end of the story, with no later part. */
  isLast: boolean;
  /** Index of the panel that is shown alone, and number of panels. */
  panel: { index: number; count: number } | null;
}

export interface Stage extends ReadingMode {
  /** Changes the options, at the current place or another. */
  configure: (options: StageOptions, at: ReadingPosition | null) => void;
  goToPage: (index: number) => void;
  /** Opens the drawer of a page: its title, transcript and actions. */
  openScene: (index: number) => void;
  destroy: () => void;
}

const zoomStep = 1.25;

/** The title and the end may be taller than the window. */
const scrollableSelector = ".the-end[data-on], .title-page[data-on]";

/**
 * Fills the window with one or two pages, whole or enlarged, or with one panel at a time: a camera
 * moves over them by transforms. The title and the end are screens of their own.
 */
export function createStage(
  parts: ReaderElements,
  at: ReadingPosition,
  first: StageOptions,
  onChange: (state: StageState) => void,
): Stage {
  const { root, title, end, tools, stage } = parts;
  const pages = readPages(parts);
  const html = document.documentElement;
  const stop = new AbortController();
  const { signal } = stop;
  const controls = autoHideControls(tools, signal);
  const nextPart = end.querySelector<HTMLElement>("[rel=next]");

  let options = first;
  let spreads: number[][] = [];
  /** Index of the spread; -1 is the title, and the number of spreads the end. */
  let current = -1;
  let open: ReturnType<typeof openSpread> | null = null;
  /** Where to begin once the age gate has opened; null if it is open. */
  let waiting: ReadingPosition | null = null;

  const size = () => ({ width: html.clientWidth, height: window.innerHeight });
  const pagesOf = (spread: number) =>
    (spreads[spread] ?? []).flatMap((index) => pages[index] ?? []);

  function report() {
    const alone = open?.alone() ?? null;
    onChange({
      open: spreads[current] ?? [],
      isTitle: current < 0,
      isLast: current === spreads.length && !nextPart,
      panel: open && alone !== null ? { index: alone, count: open.elements.length } : null,
    });
  }

  /** Opens a spread at its first or last stop, or at a panel. */
  function show(index: number, where: "first" | "last" | { panel: number }) {
    const wasOpen = open !== null;
    open?.close();
    for (const page of pagesOf(current)) page.section.removeAttribute("data-on");
    current = Math.min(Math.max(index, -1), spreads.length);
    const shown = pagesOf(current);
    for (const page of shown) page.section.setAttribute("data-on", "");
    title.toggleAttribute("data-on", current < 0);
    end.toggleAttribute("data-on", current === spreads.length);
    html.toggleAttribute("data-stage", shown.length > 0);
    open =
      shown.length > 0 ? openSpread({ ...options, stage, pages: shown, window: size() }) : null;
    if (!open) {
      controls.keep(true);
      window.scrollTo({ top: 0, behavior: "instant" });
    } else if (where === "first") open.toFirst();
    else if (where === "last") open.toLast();
    else open.toPanel(where.panel);
    for (const panel of pagesOf(current + 1).flatMap((page) => page.panels)) loadPicture(panel);
    if (open && !wasOpen) {
      controls.keep(false);
      if (!tools.contains(document.activeElement)) stage.focus({ preventScroll: true });
    }
    report();
  }

  function showPosition({ scene, panel }: PanelPosition) {
    const page = pages.findIndex(({ number }) => number === scene);
    const spread = spreads.findIndex((one) => one.includes(page));
    if (spread < 0) return show(-1, "first");
    const before = spreads[spread]?.[0] === page ? 0 : (pages[page - 1]?.panels.length ?? 0);
    show(spread, { panel: before + panel });
  }

  function showAt(position: ReadingPosition) {
    if (position === "title") show(-1, "first");
    else if (position === "end") show(spreads.length, "first");
    else showPosition(position);
  }

  function getPosition(): ReadingPosition {
    if (waiting) return waiting;
    const [page] = pagesOf(current);
    if (!open || !page) return current < 0 ? "title" : "end";
    return { scene: page.number, panel: Math.min(open.panel(), page.panels.length - 1) };
  }

  function step(by: 1 | -1) {
    if (open?.step(by)) return report();
    const target = current + by;
    if (target > spreads.length) nextPart?.click();
    else show(target, by > 0 ? "first" : "last");
  }

  /** Groups the pages again, for another window or other options. */
  function arrange(position: ReadingPosition) {
    waiting = isBehindAgeGate(root) ? position : null;
    if (waiting) return report();
    open?.close();
    spreads = spreadsOf(pages, size(), options.mode === "page" ? options.pages : "one");
    for (const { section } of pages) section.removeAttribute("data-on");
    showAt(position);
  }

  attachStageInput(
    stage,
    {
      isRightToLeft: () => options.isRightToLeft,
      isLarger: () => open?.isLarger() ?? { x: false, y: false },
      onStep: step,
      onPan: (dx, dy) => open?.pan(dx, dy) ?? false,
      onZoom: (factor, point) => open?.zoomAt(factor, point),
      onDoubleTap: (point) => open?.toggleZoom(point),
      onTap: controls.toggle,
      onMove: controls.show,
      onSettled: () => open?.loadPictures(),
    },
    signal,
  );
  window.addEventListener("resize", () => arrange(getPosition()), { signal });
  arrange(at);

  return {
    getPosition,
    show: showPosition,
    hasOverflow: (action) =>
      [...root.querySelectorAll(scrollableSelector)].some((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return action === "next" ? bottom > window.innerHeight - tools.offsetHeight : top < 0;
      }),
    go(where) {
      if (where === "first") show(-1, "first");
      else if (where === "last") show(spreads.length, "first");
      else step(where === "next" ? 1 : -1);
    },
    goToPage(index) {
      const spread = spreads.findIndex((one) => one.includes(index));
      show(index < pages.length ? spread : spreads.length, "first");
    },
    configure(next, at) {
      const position = at ?? getPosition();
      options = next;
      arrange(position);
    },
    zoom(by) {
      const { width, height } = size();
      const factor = by === "in" ? zoomStep : 1 / zoomStep;
      if (by === "fit") open?.zoomToFit();
      else open?.zoomAt(factor, { x: width / 2, y: height / 2 }, true);
      open?.loadPictures();
    },
    openScene(index) {
      const section = pages[index]?.section;
      const drawer = section?.querySelector<HTMLElement>(".scene-foot");
      if (drawer) openDrawer(drawer, section?.getAttribute("aria-label") ?? "");
    },
    toggleControls: controls.toggle,
    destroy() {
      stop.abort();
      open?.close();
      html.removeAttribute("data-stage");
      for (const name of ["data-lettering", "data-smooth", "data-whole"])
        stage.removeAttribute(name);
      for (const marked of root.querySelectorAll("[data-on]")) marked.removeAttribute("data-on");
    },
  };
}

/** Opens the actions of a scene as a popover, above all, closed by Escape or a press beside it. */
function openDrawer(drawer: HTMLElement, name: string): void {
  const stop = new AbortController();
  const { signal } = stop;
  drawer.popover = "auto";
  drawer.role = "dialog";
  drawer.ariaLabel = name;
  drawer.tabIndex = -1;
  drawer.showPopover();
  drawer.focus();
  // A dialog that one of its buttons opens would lie below it.
  function onFocusOut({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !drawer.contains(relatedTarget)) drawer.hidePopover();
  }
  function onToggle({ newState }: ToggleEvent) {
    if (newState !== "closed") return;
    stop.abort();
    for (const name of ["popover", "role", "aria-label", "tabindex"]) drawer.removeAttribute(name);
  }
  drawer.addEventListener("focusout", onFocusOut, { signal });
  drawer.addEventListener("toggle", onToggle, { signal });
}

/** Milliseconds until the controls hide. */
const shownFor = 2500;

/** Shows and hides the toolbar over the pages. It stays while it has the focus or the pointer. */
function autoHideControls(tools: HTMLElement, signal: AbortSignal) {
  const { dataset } = document.documentElement;
  let timer = 0;
  /** On the title and the end the toolbar stays. */
  let isKept = false;

  const isInUse = () =>
    tools.matches(":hover, :has(:focus-visible)") ||
    document.querySelector(":popover-open, [role=dialog]") !== null;
  function hide() {
    clearTimeout(timer);
    dataset.chrome = "hidden";
  }
  function show() {
    clearTimeout(timer);
    delete dataset.chrome;
    if (isKept) return;
    timer = window.setTimeout(() => (isInUse() ? show() : hide()), shownFor);
  }
  tools.addEventListener("focusin", show, { signal });
  tools.addEventListener("click", show, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    delete dataset.chrome;
  });
  return {
    show,
    hide,
    toggle: () => (dataset.chrome === "hidden" || isKept ? show() : hide()),
    keep(isStaying: boolean) {
      isKept = isStaying;
      show();
    },
  };
}
