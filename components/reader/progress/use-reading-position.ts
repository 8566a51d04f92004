"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import type { SceneCounts } from "@/lib/stories/reading-parts";
import { type PanelPosition, readStoredPosition, storePosition } from "./local-position";
import type { createProgressReporter } from "./progress-sync";

const isBefore = (a: PanelPosition, b: PanelPosition) =>
  a.scene < b.scene || (a.scene === b.scene && a.panel < b.panel);

/**
 * The last reading position: from this device or, for a signed-in viewer, from any of their devices
 * and apps that read the catalogue. `position` is offered to continue from: never one before the part
 * that was opened.
 */
export function useReadingPosition(storyId: string, counts: SceneCounts, from: number) {
  const viewer = useSignedInViewer();
  const client = useQueryClient();
  const [position, setPosition] = useState<PanelPosition | null>(null);
  const reporter = useRef<ReturnType<typeof createProgressReporter>>(null);
  /** The reader has moved on since the page loaded: a later answer offers nothing. */
  const hasMoved = useRef(false);
  const viewerId = viewer?._id;
  const countsRef = useRef(counts);

  useEffect(() => {
    const stored = window.location.hash ? null : readStoredPosition(storyId);
    // The page itself never scrolls there unasked.
    if (countsRef.current.some(({ number }) => number >= from && number === stored?.scene))
      setPosition(stored);
  }, [storyId, from]);

  useEffect(() => {
    if (!viewerId) return;
    let isCancelled = false;
    async function begin(viewer: string) {
      const { fetchPosition, applyPendingLike, createProgressReporter } = await import(
        "./progress-sync"
      );
      if (isCancelled) return;
      void applyPendingLike(client, storyId, viewer);
      reporter.current = createProgressReporter(storyId, countsRef.current);
      const found = await fetchPosition(storyId, countsRef.current);
      if (isCancelled || hasMoved.current || found === undefined || window.location.hash) return;
      setPosition(found && found.scene < from ? null : found);
    }
    begin(viewerId).catch(() => undefined);
    return () => {
      isCancelled = true;
      reporter.current?.destroy();
      reporter.current = null;
    };
  }, [viewerId, storyId, from, client]);

  function savePosition(at: PanelPosition | "end") {
    hasMoved.current = true;
    // Looking around before the offered position does not overwrite it.
    if (at !== "end" && position && isBefore(at, position)) return;
    storePosition(storyId, at === "end" ? null : at);
    setPosition(null);
    reporter.current?.schedule(at);
  }

  return { position, setPosition, savePosition };
}
