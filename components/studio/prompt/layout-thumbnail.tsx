import { maxOf } from "@/lib/platform/min-max";
import { pageBoxes, type Tier } from "@/lib/scenes/panels/page-layout";

const page = { width: 24, gap: 2 };

/** A thumbnail of a page layout. */
export function LayoutThumbnail({ tiers, aspect }: { tiers: readonly Tier[]; aspect: number }) {
  const boxes = pageBoxes(tiers, { ...page, aspect });
  const height = maxOf(boxes.map((box) => box.y + box.height));
  return (
    <svg
      aria-hidden="true"
      viewBox={`-1 -1 ${page.width + 2} ${height + 2}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      {boxes.map((box) => (
        <rect key={`${box.x}/${box.y}`} {...box} />
      ))}
    </svg>
  );
}
