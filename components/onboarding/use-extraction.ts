"use client";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useRef } from "react";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { extractionErrorText } from "@/lib/generation/error-texts";
import { drawingPace, watchJob } from "@/lib/generation/live/watch-job";
import { extractEntities } from "@/lib/generation/text/client";
import { storyKeys } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { changeStory } from "@/lib/stories/story-cache";
import type { Entity } from "@/lib/world/schema";
import { type EntityPhase, entityPhase, newcomers, pictureCount } from "./entity-phase";
import { whenFailed } from "./lost-answer";
import { shownTake } from "./takes";
import { saveAnswers } from "./unsaved-answers";
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
  state: WizardState,
  dispatch: Dispatch<WizardAction>,
): ExtractionView {
  const { extraction, description } = state;
  const queryClient = useQueryClient();
  const entities = [...story.characters, ...story.locations];
  const phase = entityPhase(extraction, entities);
  const mutationKey = ["onboarding", "search", story._id];
  const search = useWrite({
    mutationKey,
    async mutationFn(wanted: string) {
      await saveAnswers(queryClient, story, state);
      return extractEntities(story._id, wanted);
    },
    meta: { handlesError: true },
    onSuccess: async (reply) => {
      await changeStory(
        queryClient,
        story._id,
        (known) => ({
          ...known,
          characters: withNew(known.characters, reply.newCharacters),
          locations: withNew(known.locations, reply.newLocations),
        }),
        { refetch: true },
      );
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

  // A reload ends the search, unless its answer was in the story already: then it goes again. One
  // that was begun before a link was followed and come back from is still under way.
  const isSearching = useIsMutating({ mutationKey }) > 0;
  const isCutOff = phase === "extracting" && !isSearching;
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
    return watchJob(drawingPace, {
      ask: () => queryClient.refetchQueries({ queryKey: storyKeys.detail(story._id) }),
      onEnd: () => dispatch({ type: "search-over" }),
    });
  }, [isWatching, queryClient, story._id, dispatch]);

  return {
    phase,
    ...(extraction ? pictureCount(extraction, entities) : { drawn: 0, total: 0 }),
    generate: (wanted) => {
      if (isSearching || phase === "extracting") return;
      const before = entities.map(({ _id }) => _id);
      asked.current = true;
      dispatch({ type: "search-started", before });
      mutate(wanted);
    },
  };
}

/** What is known of an entity already may be newer: its picture. */
const withNew = (known: Entity[], found: Entity[]) => {
  const ids = new Set(known.map(({ _id }) => _id));
  return [...known, ...found.filter(({ _id }) => !ids.has(_id))];
};
