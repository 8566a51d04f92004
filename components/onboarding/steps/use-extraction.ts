"use client";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useStoryPolls } from "@/components/jobs/use-story-polls";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { extractionErrorText } from "@/lib/generation/error-texts";
import { extractEntities, textMutationMeta } from "@/lib/generation/text/client";
import { updateCachedStory } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import type { Entity } from "@/lib/world/schema";
import { reportUnlessUnloading } from "../report-unless-unloading";
import { saveAnswers } from "../unsaved-answers";
import type { UpdateWizard } from "../use-wizard";
import type { WizardState } from "../wizard-state";
import {
  countPictures,
  type Extraction,
  type ExtractionPhase,
  findNewEntityIds,
  getExtractionPhase,
} from "./extraction-phase";
import { getCurrentText } from "./text-versions";

export interface ExtractionView {
  phase: ExtractionPhase;
  drawn: number;
  total: number;
  generate: (description: string) => void;
}

/** Extracts characters and locations from a description and waits for their portraits. */
export function useExtraction(
  story: Story,
  state: WizardState,
  update: UpdateWizard,
): ExtractionView {
  const { extraction, description } = state;
  const queryClient = useQueryClient();
  const entities = [...story.characters, ...story.locations];
  const phase = getExtractionPhase(extraction, entities);
  const note = useCallback(
    (changes: Partial<Extraction>) =>
      update((now) => ({ extraction: now.extraction && { ...now.extraction, ...changes } })),
    [update],
  );
  const mutationKey = ["onboarding", "search", story._id];
  const search = useDedupedMutation({
    mutationKey,
    async mutationFn(sourceText: string) {
      await saveAnswers(queryClient, story, state);
      return extractEntities(story._id, sourceText);
    },
    // A duplicate click does not start an extraction.
    onMutate: () => {
      if (phase === "extracting") return;
      const before = entities.map(({ _id }) => _id);
      update(() => ({ extraction: { before, found: null, isOver: false } }));
    },
    meta: textMutationMeta,
    onSuccess: async (reply) => {
      await updateCachedStory(
        queryClient,
        story._id,
        (known) => ({
          ...known,
          characters: mergeNewEntities(known.characters, reply.newCharacters),
          locations: mergeNewEntities(known.locations, reply.newLocations),
        }),
        { refetch: true },
      );
      const found = [...reply.newCharacters, ...reply.newLocations].map(({ _id }) => _id);
      const description = reply.portraitsRefused;
      note({ found, isOver: description !== undefined });
      if (description) toast.warning("No pictures were drawn", { description, duration: 8_000 });
      playSound("newEntity");
    },
    onError: (error) =>
      reportUnlessUnloading(error, () => {
        update(() => ({ extraction: null }));
        const { text, duration } = extractionErrorText(error);
        toast.error(text, { duration });
      }),
  });

  // A reload aborts the request: repeat it, unless its result is already in the story. After
  // following a link and Back in the same tab it is still pending.
  const isSearching = useIsMutating({ mutationKey }) > 0;
  const isCutOff = phase === "extracting" && !isSearching;
  const foundIds = isCutOff && extraction ? findNewEntityIds(extraction, entities).join() : "";
  const hasRequested = useRef(false);
  const { mutate } = search;
  const text = getCurrentText(description).trim();
  useEffect(() => {
    if (!isCutOff || hasRequested.current) return;
    if (foundIds !== "") {
      note({ found: foundIds.split(",") });
    } else {
      hasRequested.current = true;
      mutate(text);
    }
  }, [isCutOff, foundIds, text, mutate, note]);

  const isWatching = phase === "generating-images";
  useStoryPolls(story._id, isWatching, () => note({ isOver: true }));

  return {
    phase,
    ...(extraction ? countPictures(extraction, entities) : { drawn: 0, total: 0 }),
    generate: (request) => {
      if (isSearching || phase === "extracting") return;
      hasRequested.current = true;
      mutate(request);
    },
  };
}

/** Keeps known entities, which may be newer: they may have a portrait. */
const mergeNewEntities = (known: Entity[], found: Entity[]) => {
  const ids = new Set(known.map(({ _id }) => _id));
  return [...known, ...found.filter(({ _id }) => !ids.has(_id))];
};
