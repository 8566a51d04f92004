import { type CSSProperties, Fragment, type ReactNode } from "react";
import { cx } from "@/components/ui/utils/cx";
import { minOf } from "@/lib/platform/min-max";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { aspectOf } from "@/lib/scenes/aspect";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import { layoutSize } from "@/lib/scenes/bubbles/placement";
import { letterPage } from "@/lib/scenes/lettering/page-lettering";
import {
  isColumn,
  pageHeight,
  pageTiers,
  panelShares,
  panelsIn,
} from "@/lib/scenes/panels/page-layout";
import type { Panel, Scene } from "@/lib/scenes/schema";

/** Minimum width of a readable panel on the page, in px. */
const minReadableWidth = 248;
/** px, as in reader.css: widths of a page and of one with narrow panels, where it is scrolled. */
const scrollWidths = { page: 828, wide: 1248 };

interface ComicPageProps {
  scene: Pick<Scene, "panels" | "layout">;
  aspectRatio: AspectRatio;
  /** The story's setting: bubbles placed by hand have the letters of the page too. */
  oneLetterSize: boolean;
  className?: string;
  /** @param place size and position of the panel on the page */
  render: (panel: Panel, place: PanelPagePosition) => ReactNode;
}

export interface PanelPagePosition {
  /** Fraction of the page's width. */
  share: number;
  /** Index among the scene's panels, from 0. */
  index: number;
  /** The layout of its bubbles on the page. */
  layout: PanelLayout;
  /** In scroll mode: a page whose letters need more width, or one that must be a column. */
  scrollLayout: "wide" | "column" | undefined;
}

/**
 * The panels of a scene as a comic page, for author, readers and downloads alike. A strip on
 * screens narrower than 48rem. The style sets the height in advance, so that nothing shifts.
 */
export function ComicPage({
  scene,
  aspectRatio,
  oneLetterSize,
  className,
  render,
}: ComicPageProps) {
  const { panels, layout } = scene;
  const aspect = aspectOf[aspectRatio];
  const tiers = pageTiers(panels.length, aspect, layout);
  const shares = panelShares(tiers);
  const { perWidth, perGap } = pageHeight(tiers, aspect);
  const { layouts, legibleWidth } = letterPage(panels, tiers, aspect, oneLetterSize);
  const scrollLayout = scrollLayoutFor(legibleWidth);
  let next = 0;
  return (
    <div
      className={cx("comic-page", isColumn(tiers) && "comic-column", className)}
      data-aspect={aspectRatio}
      data-layout={layout ?? undefined}
      // px: on a narrower page, not a column, the smallest letters are below 12 px.
      data-legible={legibleWidth}
      data-scroll-layout={scrollLayout}
      style={
        {
          "--aspect": roundTo5Digits(aspect),
          "--n": panels.length,
          "--page-tall": roundTo5Digits(perWidth),
          "--page-gaps": roundTo5Digits(perGap),
          "--least": `${Math.round(minReadableWidth / minOf(shares))}px`,
        } as CSSProperties
      }
    >
      {tiers.map((tier) => {
        const from = next;
        next += panelsIn(tier);
        return (
          <div key={from} className={`tier tier-${tier}`}>
            {panels.slice(from, next).map((panel, index) => {
              const at = from + index;
              const share = shares[at] ?? 1;
              const layout = layouts[at] ?? layoutSize(aspect);
              return (
                <Fragment key={panel._id}>
                  {render(panel, { share, index: at, layout, scrollLayout })}
                </Fragment>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

function scrollLayoutFor(legibleWidth: number): PanelPagePosition["scrollLayout"] {
  if (legibleWidth > scrollWidths.wide) return "column";
  return legibleWidth > scrollWidths.page ? "wide" : undefined;
}

/** Further digits are below a pixel. */
const roundTo5Digits = (value: number) => Math.round(value * 1e5) / 1e5;

/**
 * `sizes` of a panel on a page that is `desk` rem wide on large screens.
 * @param edges margins beside the page, in rem
 */
export function panelSizes(share: number, desk: number, edges: number): string {
  const rem = (value: number) => `${Math.round(value * 10) / 10}rem`;
  const from = (width: number, size: string) => `(min-width: ${rem(width)}) ${size}`;
  const part = (of: number) => `${Math.round(of * 100)}vw`;
  return [from(desk + edges, rem(desk * share)), from(48, part(share)), "100vw"].join(", ");
}
