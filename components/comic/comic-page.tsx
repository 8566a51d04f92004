import { type CSSProperties, Fragment, type ReactNode } from "react";
import { cx } from "@/components/ui/utils/cx";
import { minOf } from "@/lib/platform/min-max";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { aspectOf } from "@/lib/scenes/aspect";
import { isColumn, pageHeight, pageTiers, panelShares, panelsIn } from "@/lib/scenes/page-layout";
import type { Panel, Scene } from "@/lib/scenes/schema";

/** A panel on the page smaller than this, in px, is hard to read. */
const minReadableWidth = 248;

interface ComicPageProps {
  scene: Pick<Scene, "panels" | "layout">;
  aspectRatio: AspectRatio;
  className?: string;
  /** @param place how large the panel stands there */
  render: (panel: Panel, place: PanelPagePosition) => ReactNode;
}

export interface PanelPagePosition {
  /** Of the page's width. */
  share: number;
  /** Of the scene's panels, from 0. */
  index: number;
}

/**
 * The panels of a scene as the page of a comic: for its author, its readers and its download alike.
 * On screens narrower than 48rem a strip. How high it is stands in its style, so that nothing moves.
 */
export function ComicPage({ scene, aspectRatio, className, render }: ComicPageProps) {
  const { panels, layout } = scene;
  const aspect = aspectOf[aspectRatio];
  const tiers = pageTiers(panels.length, aspect, layout);
  const shares = panelShares(tiers);
  const { perWidth, perGap } = pageHeight(tiers, aspect);
  let next = 0;
  return (
    <div
      className={cx("comic-page", isColumn(tiers) && "comic-column", className)}
      data-aspect={aspectRatio}
      data-layout={layout ?? undefined}
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
              const share = shares[from + index] ?? 1;
              return (
                <Fragment key={panel._id}>{render(panel, { share, index: from + index })}</Fragment>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

/** More digits than a screen has pixels are only longer. */
const roundTo5Digits = (value: number) => Math.round(value * 1e5) / 1e5;

/**
 * `sizes` of a panel on a page that is `desk` rem wide on large screens.
 * @param edges what lies beside the page, in rem
 */
export function panelSizes(share: number, desk: number, edges: number): string {
  const rem = (value: number) => `${Math.round(value * 10) / 10}rem`;
  const from = (width: number, size: string) => `(min-width: ${rem(width)}) ${size}`;
  const part = (of: number) => `${Math.round(of * 100)}vw`;
  return [from(desk + edges, rem(desk * share)), from(48, part(share)), "100vw"].join(", ");
}
