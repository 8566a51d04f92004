"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import type { SceneCounts } from "@/lib/stories/reading-parts";
import { keepPlace, type Place, placeIn } from "./comforts/place";
import type { teller } from "./comforts/synced";

const isBefore = (a: Place, b: Place) =>
  a.scene < b.scene || (a.scene === b.scene && a.panel < b.panel);

/**
 * Where somebody stopped reading: what this device remembers, and for whoever is signed in what any of
 * theirs has told, also an app that reads the catalogue. `place` is what is offered to go on from: none
 * before the part that was opened.
 */
export function useKeptPlace(storyId: string, counts: SceneCounts, from: number) {
  const { viewer } = useViewer();
  const client = useQueryClient();
  const [place, setPlace] = useState<Place | null>(null);
  const told = useRef<ReturnType<typeof teller>>(null);
  /** Read on since the page is there: an answer that comes later offers nothing. */
  const hasMoved = useRef(false);
  const viewerId = viewer?._id;
  const known = useRef(counts);

  useEffect(() => {
    const kept = window.location.hash ? null : placeIn(storyId);
    // Nothing moves before it is asked for.
    if (known.current.some(({ number }) => number >= from && number === kept?.scene))
      setPlace(kept);
  }, [storyId, from]);

  useEffect(() => {
    if (!viewerId) return;
    let isOver = false;
    async function begin(viewer: string) {
      const { fetchPlace, giveWantedLike, teller } = await import("./comforts/synced");
      if (isOver) return;
      void giveWantedLike(client, storyId, viewer);
      told.current = teller(storyId, known.current);
      const found = await fetchPlace(storyId, known.current);
      if (isOver || hasMoved.current || found === undefined || window.location.hash) return;
      setPlace(found && found.scene < from ? null : found);
    }
    begin(viewerId).catch(() => undefined);
    return () => {
      isOver = true;
      told.current?.stop();
      told.current = null;
    };
  }, [viewerId, storyId, from, client]);

  function keep(at: Place | "end") {
    hasMoved.current = true;
    // Whoever looks around before the place that is offered has not left it.
    if (at !== "end" && place && isBefore(at, place)) return;
    keepPlace(storyId, at === "end" ? null : at);
    setPlace(null);
    told.current?.note(at);
  }

  return { place, setPlace, keep };
}
