import { formatShortDate } from "@/components/ui/utils/format-date";
import { maxOf } from "@/lib/platform/min-max";
import { countOf } from "@/lib/platform/text/count-of";
import type { DailyStats } from "@/lib/stories/feed/shelf";

/** Units of the drawing: a day is 10 wide; readers are bars above the line, likes below it. */
const day = 10;
const above = 40;
const below = 20;

const sum = (days: DailyStats[], key: "readers" | "likes") =>
  days.reduce((total, each) => total + each[key], 0);

/** The legend's square, in the colour of the bars, which forced colours leave as they are. */
const keyClasses =
  "before:mr-1 before:inline-block before:size-2.5 before:rounded-[2px] before:forced-color-adjust-none";

/** Readers and likes of a story on each of the last days, for screen readers as a label. */
export function DaysChart({ days }: { days: DailyStats[] }) {
  const readers = sum(days, "readers");
  const likes = sum(days, "likes");
  const mostReaders = maxOf(
    days.map((each) => each.readers),
    1,
  );
  const mostLikes = maxOf(
    days.map((each) => each.likes),
    1,
  );
  // One scale for both, so that they can be compared.
  const unit = Math.min(above / mostReaders, below / mostLikes);
  return (
    <figure className="days">
      <svg
        className="block h-14 w-full"
        viewBox={`0 0 ${days.length * day} ${above + below + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describeDays(days)}
      >
        {days.map((each, index) => (
          <g key={each.day} transform={`translate(${index * day + 1} ${above})`}>
            <rect className="fill-blue" width={day - 2} {...bar(each.readers * unit, -1)} />
            <rect className="fill-red" width={day - 2} {...bar(each.likes * unit, 1)} />
          </g>
        ))}
        <path
          className="stroke-ink stroke-2"
          vectorEffect="non-scaling-stroke"
          d={`M0 ${above + 1}H${days.length * day}`}
        />
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-2.5 px-0.5 text-sm text-ink-soft">
        <span className={`${keyClasses} before:bg-blue`}>{countOf(readers, "reader")}</span>
        <span className={`${keyClasses} before:bg-red`}>{countOf(likes, "like")}</span>
        <span>in {days.length} days</span>
      </figcaption>
    </figure>
  );
}

/** A bar up or down from the line, with a visible minimum. */
function bar(length: number, direction: 1 | -1) {
  const height = length > 0 ? Math.max(length, 2) : 0;
  return { y: direction === 1 ? 2 : -height, height: Math.round(height * 10) / 10 };
}

function describeDays(days: DailyStats[]): string {
  const busy = days.filter(({ readers, likes }) => readers + likes > 0);
  const each = busy.map(
    ({ day, readers, likes }) =>
      `${formatShortDate(day)}: ${countOf(readers, "reader")}, ${countOf(likes, "like")}`,
  );
  return `Readers and likes by day. ${each.join("; ")}.`;
}
