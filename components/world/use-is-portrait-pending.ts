"use client";
import { useEffect, useState } from "react";
import { isAwaitingPortrait, portraitTimeoutMs } from "@/lib/world/portrait-status";
import type { Entity } from "@/lib/world/schema";
import { isDrawing } from "./portrait-watch";
import { usePortraitJob } from "./use-portrait-job";

/**
 * Whether the first portrait of a new character or location is still pending; expires by itself.
 */
export function useIsPortraitPending(entity: Entity): boolean {
  const [now, setNow] = useState(Date.now);
  const job = usePortraitJob(entity._id);
  const { createdAt } = entity;
  useEffect(() => {
    const left = new Date(createdAt).getTime() + portraitTimeoutMs - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [createdAt]);
  if (entity.primaryImageUrl !== null || job?.status === "failed") return false;
  return isDrawing(job) || isAwaitingPortrait(entity, now);
}
