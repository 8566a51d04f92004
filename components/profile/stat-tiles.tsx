"use client";
import type { Profile } from "@/lib/stories/schema";
import { tileGrid } from "./tile-grid";
import { useOwnStats } from "./use-own-stats";

const tiles = [
  ["Stories", "totalStories"],
  ["Published", "publishedStories"],
  ["Scenes", "totalScenes"],
  ["Panels", "totalPanels"],
] as const;

interface StatTilesProps {
  stats: Profile["stats"];
  username: string;
}

/** Four counts of a person's work; on their own profile the browser includes drafts. */
export function StatTiles({ stats: publicStats, username }: StatTilesProps) {
  // The public counts stay if the viewer's own cannot be fetched.
  const stats = useOwnStats(username) ?? publicStats;
  return (
    <dl className={`stat-tiles break-inside-avoid ${tileGrid}`}>
      {tiles.map(([label, key]) => (
        <div
          key={key}
          className="flex flex-col-reverse rounded-card border-2 border-ink bg-sheet p-2 md:px-4 md:py-3"
        >
          <dt className="overflow-hidden text-[0.875rem] text-ellipsis text-ink-soft md:text-[1rem]">
            {label}
          </dt>
          <dd className="display text-2xl/none md:text-[2.5rem]">{stats[key]}</dd>
        </div>
      ))}
    </dl>
  );
}
