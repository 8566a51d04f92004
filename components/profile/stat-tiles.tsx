"use client";
import { useQuery } from "@tanstack/react-query";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { profileOptions } from "@/lib/stories/feed/client";
import type { Profile } from "@/lib/stories/schema";

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
export function StatTiles({ stats: open, username }: StatTilesProps) {
  const viewer = useSignedInViewer();
  const isOwn = viewer?.username === username;
  // The public counts stay if the viewer's own cannot be fetched.
  const { data } = useQuery({ ...profileOptions(username), enabled: isOwn });
  const stats = (isOwn && data?.stats) || open;
  return (
    <dl className="stat-tiles">
      {tiles.map(([label, key]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className="display">{stats[key]}</dd>
        </div>
      ))}
    </dl>
  );
}
