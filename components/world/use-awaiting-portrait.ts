"use client";
import { useEffect, useState } from "react";
import { isAwaitingPortrait, portraitPatience } from "@/lib/world/portrait";
import type { Entity } from "@/lib/world/schema";
import { usePortraitJob } from "./portrait-job";
import { isDrawing } from "./portrait-watch";

/** Whether the first picture of a new character or location is still to come; ends by itself. */
export function useAwaitingPortrait(entity: Entity): boolean {
  const [now, setNow] = useState(Date.now);
  const job = usePortraitJob(entity._id);
  const { createdAt } = entity;
  useEffect(() => {
    const left = new Date(createdAt).getTime() + portraitPatience - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [createdAt]);
  if (entity.primaryImageUrl !== null || job?.status === "failed") return false;
  return isDrawing(job) || isAwaitingPortrait(entity, now);
}
