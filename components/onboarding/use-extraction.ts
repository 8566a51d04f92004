"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useRef } from "react";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { extractionErrorText } from "@/lib/generation/error-texts";
import { extractEntities } from "@/lib/generation/text/client";
import { storyKeys } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { type EntityPhase, entityPhase, newcomers, pictureCount } from "./entity-phase";
import { whenFailed } from "./lost-answer";
import { pollUpTo } from "./poll";
import { addEntities } from "./story-cache";
import { shownTake } from "./takes";
import type { WizardAction, WizardState } from "./wizard-state";

export interface ExtractionView {
  phase: EntityPhase;
  drawn: number;
  total: number;
  generate: (description: string) => void;
}

/** Finds the people and places of a description, and watches until their pictures are there. */
export function useExtraction(
  story: Story,
  { extraction, description }: WizardState,
  dispatch: Dispatch<WizardAction>,
): ExtractionView {
  const queryClient = useQueryClient();
  const entities = [...story.characters, ...story.locations];
  const phase = entityPhase(extraction, entities);
  const search = useMutation({
    mutationFn: (wanted: string) => extractEntities(story._id, wanted),
    meta: { handlesError: true },
    onSuccess: async (reply) => {
      await addEntities(queryClient, story._id, reply);
      const found = [...reply.newCharacters, ...reply.newLocations].map(({ _id }) => _id);
      dispatch({ type: "search-found", found });
      playSound("newEntity");
    },
    onError: (error) =>
      whenFailed(error, () => {
        dispatch({ type: "search-failed" });
        const { text, duration } = extractionErrorText(error);
        toast.error(text, { duration });
      }),
  });

  // A reload ends the search, unless its answer was in the story already: then it goes again.
  const isCutOff = phase === "extracting" && !search.isPending;
  const arrived = isCutOff && extraction ? newcomers(extraction, entities).join() : "";
  const asked = useRef(false);
  const { mutate } = search;
  const text = shownTake(description).trim();
  useEffect(() => {
    if (!isCutOff || asked.current) return;
    if (arrived !== "") {
      dispatch({ type: "search-found", found: arrived.split(",") });
    } else {
      asked.current = true;
      mutate(text);
    }
  }, [isCutOff, arrived, text, mutate, dispatch]);

  const isWatching = phase === "generating-images";
  useEffect(() => {
    if (!isWatching) return;
    return pollUpTo({
      poll: () => queryClient.refetchQueries({ queryKey: storyKeys.detail(story._id) }),
      onEnd: () => dispatch({ type: "search-over" }),
    });
  }, [isWatching, queryClient, story._id, dispatch]);

  return {
    phase,
    ...(extraction ? pictureCount(extraction, entities) : { drawn: 0, total: 0 }),
    generate: (wanted) => {
      if (search.isPending || phase === "extracting") return;
      const before = entities.map(({ _id }) => _id);
      asked.current = true;
      dispatch({ type: "search-started", before });
      mutate(wanted);
    },
  };
}
