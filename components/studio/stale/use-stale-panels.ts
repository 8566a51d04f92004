"use client";
import { useQuery } from "@tanstack/react-query";
import { stalePanelsOptions } from "@/lib/generation/client";
import type { StalePanel } from "@/lib/generation/schema";

/** The panels that are out of date, initially as rendered by the server. */
export const useStalePanels = (storyId: string, initial: StalePanel[]): readonly StalePanel[] =>
  useQuery(stalePanelsOptions(storyId, initial)).data ?? initial;

/** Why a panel is out of date; undefined if it is not. */
export function useStaleReasons(storyId: string, panelId: string): string[] | undefined {
  const { data } = useQuery({
    ...stalePanelsOptions(storyId),
    select: (stale) => stale.find((one) => one.panelId === panelId)?.reasons,
  });
  return data;
}
