"use client";
import { useEffect, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { api } from "@/lib/platform/http/fetch";
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

/** What a person has made, in four numbers; their own browser counts the drafts in. */
export function StatTiles({ stats: open, username }: StatTilesProps) {
  const { viewer } = useViewer();
  const [own, setOwn] = useState<Profile["stats"] | null>(null);
  const isOwn = viewer?.username === username;

  useEffect(() => {
    setOwn(null);
    if (!isOwn) return;
    const abort = new AbortController();
    (api(`/users/${username}`, { signal: abort.signal }) as Promise<{ data: Profile }>).then(
      ({ data }) => setOwn(data.stats),
      // What everybody sees is true as well.
      () => undefined,
    );
    return () => abort.abort();
  }, [isOwn, username]);

  const stats = own ?? open;
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
