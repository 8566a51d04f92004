import { aspectOf } from "@/lib/scenes/aspect";
import { directionOf } from "@/lib/scenes/lettering/font-fallback";
import { isColumn, pageTiers } from "@/lib/scenes/panels/page-layout";
import type { Story } from "@/lib/stories/schema";

type Read = Pick<Story, "scenes" | "aspectRatio">;

/** Whether the panels of all scenes lie below each other: such a story is read by scrolling. */
export function isStrip({ scenes, aspectRatio }: Read): boolean {
  const pages = scenes.filter(({ panels }) => panels.length > 1);
  return (
    pages.length > 0 &&
    pages.every(({ panels, layout }) =>
      isColumn(pageTiers(panels.length, aspectOf[aspectRatio], layout)),
    )
  );
}

/** Whether most of the story's words are written from right to left. */
export function isRightToLeft({ scenes }: Read): boolean {
  const texts = scenes.flatMap(({ panels }) =>
    panels.flatMap(({ textBubbles }) => textBubbles.map(({ text }) => text)),
  );
  return texts.filter((text) => directionOf(text) === "rtl").length * 2 > texts.length;
}
