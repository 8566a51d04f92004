"use client";
import { useEffect, useEffectEvent } from "react";
import { toast } from "@/components/ui/toast";
import type { Story } from "@/lib/stories/schema";

/**
 * Detects that another tab has deleted the panel of an open dialog, since another panel may now
 * have its number.
 */
export function useDeletedPanel(
  { scenes }: Pick<Story, "scenes">,
  panelId: string,
  open: boolean,
  onDeleted: () => void,
): void {
  const isThere = scenes.some(({ panels }) => panels.some(({ _id }) => _id === panelId));
  const notify = useEffectEvent(() => {
    toast.info("This panel is no longer there.");
    onDeleted();
  });
  useEffect(() => {
    if (open && !isThere) notify();
  }, [open, isThere]);
}
