"use client";
import { useEffect, useEffectEvent } from "react";
import { toast } from "@/components/ui/toast";
import type { Story } from "@/lib/stories/schema";

/**
 * Says that the panel of an open sheet was removed in another tab: its number may be another panel's
 * by now.
 */
export function useGonePanel(
  { scenes }: Pick<Story, "scenes">,
  panelId: string,
  open: boolean,
  onGone: () => void,
): void {
  const isThere = scenes.some(({ panels }) => panels.some(({ _id }) => _id === panelId));
  const tell = useEffectEvent(() => {
    toast.info("This panel is no longer there.");
    onGone();
  });
  useEffect(() => {
    if (open && !isThere) tell();
  }, [open, isThere]);
}
