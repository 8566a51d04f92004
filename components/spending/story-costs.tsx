"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { storyCostsOptions } from "@/lib/spending/client";
import { addAmounts, formatEstimate, formatSpent, multiplyAmount } from "@/lib/spending/money";
import type { Amount, StoryCosts } from "@/lib/spending/schema";
import { storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";

/** Changes with whatever the next scene's cost depends on, and with each paid scene. */
const costInputsKey = ({ scenes, imageGenerationModel, pictureCheck, ...cast }: Story) =>
  [
    imageGenerationModel,
    pictureCheck,
    ...[...cast.characters, ...cast.locations].map(({ primaryImageUrl }) =>
      Number(Boolean(primaryImageUrl)),
    ),
    ...scenes.map(({ status }) => status),
  ].join();

/**
 * Provides the costs to the page and keeps them current. Rendered only if something costs money.
 */
export function StoryCostsWatcher({ initial, costs }: { initial: Story; costs: StoryCosts }) {
  const queryClient = useQueryClient();
  const { data: story = initial } = useQuery(storyOptions(initial._id, initial));
  const options = storyCostsOptions(initial._id, costs);
  useQuery({ ...options, staleTime: 60_000 });
  const inputsKey = costInputsKey(story);
  const seen = useRef(inputsKey);
  const storyId = initial._id;
  useEffect(() => {
    if (seen.current === inputsKey) return;
    seen.current = inputsKey;
    void queryClient.invalidateQueries({ queryKey: storyCostsOptions(storyId).queryKey });
  }, [inputsKey, storyId, queryClient]);
  return null;
}

/** The prices and costs of this page's story; undefined if everything is free. */
export function useStoryCosts(storyId: string): StoryCosts | undefined {
  const { data } = useQuery({ ...storyCostsOptions(storyId), enabled: false });
  return data?.isFree ? undefined : data;
}

interface CostHintProps {
  storyId: string;
  /** Selects the amount to show. */
  of: (costs: StoryCosts) => Amount;
  /** For example 'for 4 panels'. */
  what?: string;
}

/** What an action will cost, in small print; empty if it is free. */
export function CostHint({ storyId, of, what }: CostHintProps) {
  const costs = useStoryCosts(storyId);
  const text = costs ? formatEstimate(of(costs)) : null;
  if (text === null) return null;
  return (
    <span className="text-sm text-ink-soft tabular-nums in-[[role=menuitem]]:text-inherit">
      {what ? `${text} ${what}` : text}
    </span>
  );
}

/** The estimated cost of a scene with this number of panels. */
export const costOfPanels =
  (panels: number) =>
  ({ scene: { fixed, perPanel } }: StoryCosts): Amount =>
    addAmounts(fixed, multiplyAmount(panels, perPanel));

/** What the story has cost; empty if everything is free. */
export function StorySpending({ storyId }: { storyId: string }) {
  const costs = useStoryCosts(storyId);
  const queryClient = useQueryClient();
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: storyCostsOptions(storyId).queryKey });
  }, [queryClient, storyId]);
  if (!costs) return null;
  return (
    <p>
      AI spending on this story so far: <strong>{formatSpent(costs.spent)}</strong>
    </p>
  );
}
