/** One screen of page-by-page reading. Scenes and panels by index, from 0. */
export type ReaderPage =
  | { kind: "title" }
  | { kind: "panels"; scene: number; from: number; to: number }
  | { kind: "end" };

export interface Area {
  width: number;
  height: number;
}

/** Minimum panel width in a grid, in px: the lettering of narrower ones is hard to read. */
export const minPanelWidth = 360;
/** Minimum gain in picture area, as a factor, for more panels on a page. */
const minGain = 1.25;
/** Columns and rows that a page can have. */
const grids = [
  [1, 1],
  [2, 1],
  [1, 2],
  [3, 1],
] as const;

/** Panel width in a grid, in px. */
function panelWidthIn(
  area: Area,
  aspect: number,
  gap: number,
  columns: number,
  rows: number,
): number {
  const across = (area.width - (columns - 1) * gap) / columns;
  const down = ((area.height - (rows - 1) * gap) / rows) * aspect;
  return Math.floor(Math.min(across, down));
}

/** The grid that shows this number of panels largest. */
export function fitGrid(
  count: number,
  area: Area,
  aspect: number,
  gap: number,
): { columns: number; width: number } {
  const fitting = grids
    .filter(([columns, rows]) => columns * rows === count)
    .map(([columns, rows]) => ({ columns, width: panelWidthIn(area, aspect, gap, columns, rows) }));
  const best = fitting.toSorted((a, b) => b.width - a.width)[0];
  return best ?? { columns: 1, width: panelWidthIn(area, aspect, gap, 1, 1) };
}

/** Maximum panels per page: more if that shows more of the pictures. */
export function panelsPerPage(area: Area, aspect: number, gap: number): number {
  let best = { count: 1, shown: fitGrid(1, area, aspect, gap).width ** 2 };
  for (const count of [2, 3]) {
    const { width } = fitGrid(count, area, aspect, gap);
    const shown = count * width ** 2;
    if (width >= minPanelWidth && shown >= best.shown * minGain) best = { count, shown };
  }
  return best.count;
}

/** The pages of a story: its title, each scene in groups of equal size, its end. */
export function paginate(panelCounts: readonly number[], perPage: number): ReaderPage[] {
  const groups = panelCounts.flatMap((count, scene) => {
    const pages = Math.ceil(count / perPage);
    return Array.from(
      { length: pages },
      (_, page): ReaderPage => ({
        kind: "panels",
        scene,
        from: Math.round((page * count) / pages),
        to: Math.round(((page + 1) * count) / pages),
      }),
    );
  });
  return [{ kind: "title" }, ...groups, { kind: "end" }];
}

/** The page that shows a panel, else that of its scene, else the first. */
export function findPageIndex(
  pages: readonly ReaderPage[],
  { scene, panel }: { scene: number; panel: number },
): number {
  const exact = pages.findIndex(
    (page) =>
      page.kind === "panels" && page.scene === scene && page.from <= panel && panel < page.to,
  );
  if (exact >= 0) return exact;
  return Math.max(
    0,
    pages.findIndex((page) => page.kind === "panels" && page.scene === scene),
  );
}
