import {
  type Area,
  findPageIndex,
  fitGrid,
  minPanelWidth,
  paginate,
  panelsPerPage,
  type ReaderPage,
} from "./pagination";
import {
  isWideScreen,
  type ReaderElements,
  type ReadingMode,
  type ReadingPosition,
} from "./reading-mode";

/** Pixels between panels of a page. */
const gap = 16;
/** Pixels above and below the panels: the scene's title, transcript and buttons, space. */
const reservedHeight = { wide: 136, narrow: 164 };

/** Pixels; a panel that fits the screen but is narrower is too small to read. */
const minLegibleWidth = 240;

/** Elements of the open page that may be larger than the window. */
const scrollableSelector = ".panel[data-on], .scene[data-on] details[open], .the-end[data-on]";

/** Index of the open page, from 0, and number of pages in this part. */
export interface OpenPage {
  index: number;
  total: number;
  /** The last page of the story, with no later part. */
  isLast: boolean;
}

/**
 * Shows one page at a time: a scene as its author composed it, or on a phone as many panels as are
 * readable.
 */
export function createPagedMode(
  { root, title, end, scenes, tools, aspect }: ReaderElements,
  at: ReadingPosition,
  onTurn: (page: OpenPage) => void,
): ReadingMode {
  let pages: ReaderPage[] = [];
  let area: Area = { width: 0, height: 0 };
  let current = 0;
  const nextPart = end.querySelector<HTMLElement>("[rel=next]");

  function measure() {
    const header = document.querySelector<HTMLElement>(".shell-header")?.offsetHeight ?? 0;
    const room = isWideScreen() ? reservedHeight.wide : reservedHeight.narrow;
    const width = root.querySelector(".scenes")?.clientWidth ?? root.clientWidth;
    const height = window.innerHeight - header - tools.offsetHeight - room;
    // On a low screen a panel keeps its readable size and the page scrolls.
    const isLow = height * aspect < minLegibleWidth;
    area = { width, height: isLow ? Math.min(width, minPanelWidth) / aspect : height };
    pages = paginate(
      scenes.map(({ panels }) => panels.length),
      isWideScreen() ? Number.MAX_SAFE_INTEGER : panelsPerPage(area, aspect, gap),
    );
  }

  const pageIndexOf = (position: ReadingPosition): number => {
    if (position === "title") return 0;
    if (position === "end") return pages.length - 1;
    const scene = scenes.findIndex(({ number }) => number === position.scene);
    return findPageIndex(pages, { scene, panel: position.panel });
  };

  function positionOf(page: ReaderPage | undefined): ReadingPosition {
    if (page?.kind !== "panels") return page?.kind ?? "title";
    return { scene: scenes[page.scene]?.number ?? 1, panel: page.from };
  }

  function goToPage(target: number) {
    current = Math.min(Math.max(target, 0), pages.length - 1);
    draw();
    window.scrollTo({ top: 0, behavior: "instant" });
  }

  function draw() {
    const page = pages[current];
    title.toggleAttribute("data-on", page?.kind === "title");
    end.toggleAttribute("data-on", page?.kind === "end");
    for (const [index, { section, panels }] of scenes.entries()) {
      const own = page?.kind === "panels" && page.scene === index ? page : null;
      section.toggleAttribute("data-on", own !== null);
      for (const [number, panel] of panels.entries()) {
        panel.toggleAttribute("data-on", own !== null && own.from <= number && number < own.to);
      }
      if (!own) continue;
      section.toggleAttribute("data-first", own.from === 0);
      section.toggleAttribute("data-last", own.to === panels.length);
      const { columns, width } = fitGrid(own.to - own.from, area, aspect, gap);
      section.style.setProperty("--columns", String(columns));
      section.style.setProperty("--panel", `${width}px`);
      // Preloads the next page's pictures.
      for (const panel of panels.slice(own.to, own.to + 2)) loadPictureEagerly(panel);
    }
    const ahead = isWideScreen() ? 6 : 2;
    for (const panel of scenes[nextScene(page)]?.panels.slice(0, ahead) ?? [])
      loadPictureEagerly(panel);
    const isLast = current === pages.length - 1 && !nextPart;
    onTurn({ index: current, total: pages.length, isLast });
  }

  function nextScene(page: ReaderPage | undefined): number {
    if (page?.kind === "title") return 0;
    return page?.kind === "panels" ? page.scene + 1 : -1;
  }

  function onResize() {
    const position = positionOf(pages[current]);
    measure();
    // Keeps the scroll position: a hiding address bar also resizes the window.
    current = pageIndexOf(position);
    draw();
  }

  measure();
  goToPage(pageIndexOf(at));
  window.addEventListener("resize", onResize);

  return {
    getPosition: () => positionOf(pages[current]),
    show: (position) => goToPage(pageIndexOf(position)),
    hasOverflow: (action) =>
      [...root.querySelectorAll(scrollableSelector)].some((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return action === "next" ? bottom > window.innerHeight - tools.offsetHeight : top < 0;
      }),
    go(where) {
      if (where === "first") goToPage(0);
      else if (where === "last") goToPage(pages.length - 1);
      else if (where === "next" && current === pages.length - 1) nextPart?.click();
      else goToPage(current + (where === "next" ? 1 : -1));
    },
    destroy() {
      window.removeEventListener("resize", onResize);
      for (const marked of root.querySelectorAll("[data-on]")) marked.removeAttribute("data-on");
    },
  };
}

/**
 * Lazy loading does not start for a hidden page, so load eagerly. Behind the age gate nothing is
 * fetched.
 */
function loadPictureEagerly(panel: HTMLElement) {
  const picture = panel.querySelector("img");
  if (picture && panel.closest(".scenes")?.clientWidth) picture.loading = "eager";
}
