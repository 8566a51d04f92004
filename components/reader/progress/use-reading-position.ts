"use client";
import { useEffect, useRef, useState } from "react";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import type { ReadStory } from "@/components/reading-progress/device-readings";
import { readingsKey } from "@/components/reading-progress/storage-keys";
import { tryStorage } from "@/lib/platform/try-storage";
import type { PanelPosition } from "@/lib/stories/reading/parts";
import type { createProgressReporter } from "./progress-sync";

/** Loaded only if a position is stored, or is to be. */
const loadReadings = () => import("@/components/reading-progress/device-readings");
const isStored = (storyId: string) =>
  tryStorage(() => localStorage.getItem(readingsKey)?.includes(storyId)) ?? false;

const isBefore = (a: PanelPosition, b: PanelPosition) =>
  a.scene < b.scene || (a.scene === b.scene && a.panel < b.panel);

/**
 * The last reading position: from this device or, for a signed-in viewer, from any device or reading
 * app of theirs. The reader is offered to continue from `position`, which is never before the part
 * that is open.
 * @param from number of the first scene of that part
 */
export function useReadingPosition(story: ReadStory, from: number) {
  const { storyId } = story;
  const viewer = useSignedInViewer();
  const [position, setPosition] = useState<PanelPosition | null>(null);
  const reporter = useRef<ReturnType<typeof createProgressReporter>>(null);
  /** The reader has moved on since the page loaded: a later answer offers nothing. */
  const hasMoved = useRef(false);
  /** The position last saved; the account gets it even if its reporter loads later. */
  const saved = useRef<PanelPosition | "end">(null);
  const savedAt = useRef<string>(null);
  const viewerId = viewer?._id;
  const storyRef = useRef(story);

  useEffect(() => {
    if (window.location.hash || !isStored(storyId)) return;
    let isCancelled = false;
    loadReadings().then(
      ({ readStoredPosition }) => {
        const stored = readStoredPosition(storyId, viewerId);
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
  }, [storyId, from, viewerId]);

  useEffect(() => {
    if (!viewerId) return;
    let isCancelled = false;
    async function begin(viewer: string) {
      const [{ markSent, sendUnsentReadings }, sync] = await Promise.all([
        loadReadings(),
        import("./progress-sync"),
      ]);
      if (isCancelled) return;
      const { counts } = storyRef.current;
      reporter.current = sync.createProgressReporter(storyId, counts, () =>
        markSent(storyId, savedAt.current),
      );
      if (saved.current) reporter.current.schedule(saved.current);
      await sendUnsentReadings(viewer).catch((error) => {
        // This device may know a later position than the account.
        if (isStored(storyId)) throw error;
      });
      const found = await sync.fetchPosition(storyId, counts);
      if (isCancelled || hasMoved.current || found === undefined || window.location.hash) return;
      setPosition(found && found.scene < from ? null : found);
    }
    begin(viewerId).catch(() => undefined);
    return () => {
      isCancelled = true;
      reporter.current?.destroy();
      reporter.current = null;
    };
  }, [viewerId, storyId, from]);

  function savePosition(at: PanelPosition | "end") {
    hasMoved.current = true;
    // Looking around before the offered position does not overwrite it.
    if (at !== "end" && position && isBefore(at, position)) return;
    loadReadings().then(
      ({ storePosition }) => {
        savedAt.current = storePosition(storyRef.current, at, viewerId);
      },
      () => undefined,
    );
    setPosition(null);
    saved.current = at;
    reporter.current?.schedule(at);
  }

  return { position, setPosition, savePosition };
}
