"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { readingsKey } from "@/components/reading-progress/storage-keys";
import { tryStorage } from "@/lib/platform/try-storage";
import type { PanelPosition, ReadStory } from "./local-position";
import type { createProgressReporter } from "./progress-sync";

/** Loads where a reader has a place here, or gets one. */
const loadStorage = () => import("./local-position");
const isStored = (storyId: string) =>
  tryStorage(() => localStorage.getItem(readingsKey)?.includes(storyId)) ?? false;

const isBefore = (a: PanelPosition, b: PanelPosition) =>
  a.scene < b.scene || (a.scene === b.scene && a.panel < b.panel);

/**
 * The last reading position: from this device or, for a signed-in viewer, from any of their devices
 * and apps that read the catalogue. `position` is offered to continue from: never one before the part
 * that was opened.
 */
export function useReadingPosition(story: ReadStory, from: number) {
  const { storyId } = story;
  const viewer = useSignedInViewer();
  const client = useQueryClient();
  const [position, setPosition] = useState<PanelPosition | null>(null);
  const reporter = useRef<ReturnType<typeof createProgressReporter>>(null);
  /** The reader has moved on since the page loaded: a later answer offers nothing. */
  const hasMoved = useRef(false);
  const viewerId = viewer?._id;
  const storyRef = useRef(story);

  useEffect(() => {
    if (window.location.hash || !isStored(storyId)) return;
    let isCancelled = false;
    loadStorage().then(
      ({ readStoredPosition }) => {
        const stored = readStoredPosition(storyId);
        const { counts } = storyRef.current;
        // The page itself never scrolls there unasked.
        const isHere = counts.some(({ number }) => number >= from && number === stored?.scene);
        if (isHere && !isCancelled && !hasMoved.current) setPosition(stored);
      },
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [storyId, from]);

  useEffect(() => {
    if (!viewerId) return;
    let isCancelled = false;
    async function begin(viewer: string) {
      const { fetchPosition, sendPendingLike, createProgressReporter, sendUnclaimedReadings } =
        await import("./progress-sync");
      if (isCancelled) return;
      const { counts } = storyRef.current;
      void sendPendingLike(client, storyId);
      reporter.current = createProgressReporter(storyId, counts);
      await sendUnclaimedReadings(viewer).catch(() => undefined);
      const found = await fetchPosition(storyId, counts);
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
    loadStorage().then(
      ({ storePosition }) => storePosition(storyRef.current, at, viewerId),
      () => undefined,
    );
    setPosition(null);
    reporter.current?.schedule(at);
  }

  return { position, setPosition, savePosition };
}
