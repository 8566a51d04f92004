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

/** Between panels of a page, in px. */
const gap = 16;
/** For what stands above and below the panels: the scene's title, its transcript and buttons, air. */
const reservedHeight = { wide: 136, narrow: 164 };

/** A panel that fits the screen and is narrower than this, in px, is too small to be read. */
const minLegibleWidth = 240;

/** What of an open page may be larger than the window. */
const scrollableSelector = ".panel[data-on], .scene[data-on] details[open], .the-end[data-on]";

/** Which page is open, from 0, and how many this part of the story has. */
export interface OpenPage {
  index: number;
  total: number;
  /** Nothing follows it: no later part either. */
  isLast: boolean;
}

/** One page at a time: a scene as its author composed it, on a phone what can be read well of it. */
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
    // On a screen without height a panel is as large as it has to be, and the page is scrolled.
    const isLow = height * aspect < minLegibleWidth;
    area = { width, height: isLow ? Math.min(width, minPanelWidth) / aspect : height };
    pages = paginate(
      scenes.map(({ panels }) => panels.length),
      isWideScreen() ? Number.MAX_SAFE_INTEGER : panelsPerPage(area, aspect, gap),
    );
  }

  const pageIndexOf = (place: ReadingPosition): number => {
    if (place === "title") return 0;
    if (place === "end") return pages.length - 1;
    const scene = scenes.findIndex(({ number }) => number === place.scene);
    return findPageIndex(pages, { scene, panel: place.panel });
  };

  function positionOf(page: ReaderPage | undefined): ReadingPosition {
    if (page?.kind !== "panels") return page?.kind ?? "title";
    return { scene: scenes[page.scene]?.number ?? 1, panel: page.from };
  }

  function goToPage(wanted: number) {
    current = Math.min(Math.max(wanted, 0), pages.length - 1);
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
      // The next page's pictures are there before it is turned to.
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
    const place = positionOf(pages[current]);
    measure();
    // Where it is scrolled to stays: a phone's address bar that hides is a new size too.
    current = pageIndexOf(place);
    draw();
  }

  measure();
  goToPage(pageIndexOf(at));
  window.addEventListener("resize", onResize);

  return {
    getPosition: () => positionOf(pages[current]),
    show: (place) => goToPage(pageIndexOf(place)),
    hasOverflow: (way) =>
      [...root.querySelectorAll(scrollableSelector)].some((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return way === "next" ? bottom > window.innerHeight - tools.offsetHeight : top < 0;
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
 * A picture that waits to come near the screen will not: it is on a page that is not shown. None is
 * fetched for a reader who has a question to answer first.
 */
function loadPictureEagerly(panel: HTMLElement) {
  const picture = panel.querySelector("img");
  if (picture && panel.closest(".scenes")?.clientWidth) picture.loading = "eager";
}
