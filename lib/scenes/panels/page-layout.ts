import { maxOf } from "@/lib/platform/min-max";
import type { Box } from "../bubbles/path";

/**
 * Layout of a scene's panels on the page. Every panel keeps the story's aspect ratio, because
 * bubbles lie on the whole picture; only the size varies. A tier is a band across the page: panels
 * side by side, or a large one beside a stack of small ones of the same total height.
 */
export type Tier = "row-1" | "row-2" | "row-3" | "lead-2" | "lead-3";

/** A layout to choose, tier by tier. */
export const sceneLayouts = [
  "row-2",
  "row-1/row-1",
  "lead-2",
  "row-1/row-2",
  "row-2/row-1",
  "row-3",
  "row-1/row-1/row-1",
  "lead-3",
  "row-1/row-3",
  "row-2/row-2",
  "row-3/row-1",
  "row-2/row-3",
  "row-3/row-2",
  "lead-2/row-2",
  "row-2/lead-2",
  "lead-2/row-3",
  "row-3/row-3",
  "row-2/row-2/row-2",
  "row-1/row-2/row-3",
  "row-1/row-2/row-2",
  "row-2/row-1/row-2",
] as const;
export type SceneLayout = (typeof sceneLayouts)[number];

/**
 * The default layout for a number of panels: a rhythm in which no panel is narrower than a third of
 * the page, or than half of it for wide panels, which are also low.
 */
const defaultLayouts: Record<number, { upright: SceneLayout; wide: SceneLayout }> = {
  2: { upright: "row-2", wide: "row-2" },
  3: { upright: "lead-2", wide: "row-1/row-2" },
  4: { upright: "row-2/row-2", wide: "row-2/row-2" },
  5: { upright: "row-2/row-3", wide: "row-2/row-1/row-2" },
  6: { upright: "lead-2/row-3", wide: "row-2/row-2/row-2" },
};

/** Share of the page's width of a single-column layout. */
const columnWidthFraction = 2 / 3;
/** For wide panels: a stack of three beside one would be too small to read. */
const isWide = (aspect: number) => aspect > 1.2;

const tiersOf = (layout: SceneLayout) => layout.split("/") as Tier[];
const partsOf = (tier: Tier) => {
  const [form, count] = tier.split("-");
  return { isLead: form === "lead", n: Number(count) };
};

export const panelsIn = (tier: Tier): number => {
  const { isLead, n } = partsOf(tier);
  return n + (isLead ? 1 : 0);
};

export const isColumn = (tiers: readonly Tier[]): boolean =>
  tiers.every((tier) => tier === "row-1");

/**
 * The layouts for a number of panels of this aspect ratio (width over height); the default comes
 * first.
 */
export function layoutsFor(panels: number, aspect: number): SceneLayout[] {
  const first = defaultLayouts[panels]?.[isWide(aspect) ? "wide" : "upright"];
  const fitting = sceneLayouts.filter((layout) => {
    const tiers = tiersOf(layout);
    const places = tiers.reduce((sum, tier) => sum + panelsIn(tier), 0);
    return places === panels && !(isWide(aspect) && tiers.includes("lead-3"));
  });
  return fitting.toSorted((a, b) => Number(b === first) - Number(a === first));
}

/** The tiers of a scene: the author's choice if it fits the number of panels, else the default. */
export function pageTiers(panels: number, aspect: number, chosen: SceneLayout | null): Tier[] {
  if (panels <= 1) return panels === 1 ? ["row-1"] : [];
  const fitting = layoutsFor(panels, aspect);
  const layout = fitting.find((one) => one === chosen) ?? fitting[0];
  return layout ? tiersOf(layout) : Array<Tier>(panels).fill("row-1");
}

/** Share of the page's width of each panel, without gutters. */
export function panelShares(tiers: readonly Tier[]): number[] {
  if (isColumn(tiers)) return tiers.map(() => columnWidthFraction);
  return tiers.flatMap((tier) => {
    const { isLead, n } = partsOf(tier);
    const small = Array<number>(n).fill(1 / (isLead ? n + 1 : n));
    return isLead ? [n / (n + 1), ...small] : small;
  });
}

/** Position and size of each panel on a page of this width. */
export function pageBoxes(
  tiers: readonly Tier[],
  { width, gap, aspect }: { width: number; gap: number; aspect: number },
): Box[] {
  const across = isColumn(tiers) ? width * columnWidthFraction : width;
  const left = (width - across) / 2;
  let y = 0;
  return tiers.flatMap((tier) => {
    const { isLead, n } = partsOf(tier);
    const w = isLead
      ? (across - gap * (1 + (n - 1) * aspect)) / (n + 1)
      : (across - gap * (n - 1)) / n;
    const lead = across - gap - w;
    const boxes: Box[] = isLead
      ? [{ x: left, y, width: lead, height: lead / aspect }]
      : Array.from({ length: n }, (_, i) => ({
          x: left + i * (w + gap),
          y,
          width: w,
          height: w / aspect,
        }));
    for (let i = 0; isLead && i < n; i += 1) {
      const top = y + i * (w / aspect + gap);
      boxes.push({ x: left + lead + gap, y: top, width: w, height: w / aspect });
    }
    y += (isLead ? lead : w) / aspect + gap;
    return boxes;
  });
}

/** The lower edge of the lowest box; 0 without boxes. */
export const bottomOf = (boxes: readonly Box[]): number =>
  maxOf(
    boxes.map(({ y, height }) => y + height),
    0,
  );

/** The height of a page as a linear function: a factor of its width, and a factor of the gap. */
export const pageHeight = (tiers: readonly Tier[], aspect: number) => ({
  perWidth: bottomOf(pageBoxes(tiers, { width: 1, gap: 0, aspect })),
  perGap:
    bottomOf(pageBoxes(tiers, { width: 1000, gap: 1, aspect })) -
    bottomOf(pageBoxes(tiers, { width: 1000, gap: 0, aspect })),
});
