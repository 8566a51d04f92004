"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { type Parts, partsOf } from "./comforts/parts";
import { keepPlace, type Place, placeIn } from "./comforts/place";
import type { teller } from "./comforts/synced";

const isBefore = (a: Place, b: Place) =>
  a.scene < b.scene || (a.scene === b.scene && a.panel < b.panel);

/**
 * Where somebody stopped reading: what this device remembers, and for whoever is signed in what any of
 * theirs has told, also an app that reads the catalogue. `place` is what is offered to go on from.
 */
export function useKeptPlace(storyId: string, holder: RefObject<HTMLElement | null>) {
  const { viewer } = useViewer();
  const [place, setPlace] = useState<Place | null>(null);
  /** Whoever has read on is not asked any more; the place stays remembered. */
  const [hasReadOn, setHasReadOn] = useState(false);
  const told = useRef<ReturnType<typeof teller>>(null);
  /** Read on since the page is there: an answer that comes later offers nothing. */
  const hasMoved = useRef(false);
  const viewerId = viewer?._id;

  useEffect(() => {
    const parts = partsOf(holder.current);
    const kept = window.location.hash ? null : placeIn(storyId);
    // Nothing moves before it is asked for.
    if (parts?.scenes.some(({ number }) => number === kept?.scene)) setPlace(kept);
  }, [storyId, holder]);

  useEffect(() => {
    const parts = partsOf(holder.current);
    if (!viewerId || !parts) return;
    let isOver = false;
    async function begin(known: Parts) {
      const { fetchPlace, teller } = await import("./comforts/synced");
      if (isOver) return;
      told.current = teller(storyId, known);
      const found = await fetchPlace(storyId, known);
      if (isOver || hasMoved.current || found === undefined || window.location.hash) return;
      setPlace(found);
    }
    begin(parts).catch(() => undefined);
    return () => {
      isOver = true;
      told.current?.stop();
      told.current = null;
    };
  }, [viewerId, storyId, holder]);

  function readOn() {
    hasMoved.current = true;
    setHasReadOn(true);
  }

  function keep(at: Place | "end") {
    // Whoever looks around before the place that is offered has not left it.
    if (at !== "end" && place && isBefore(at, place)) return;
    keepPlace(storyId, at === "end" ? null : at);
    if (at === "end") setPlace(null);
    told.current?.note(at);
  }

  return { place: hasReadOn ? null : place, setPlace, readOn, keep };
}
