"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  extractDraft,
  mergeValues,
  readDraft,
  writeDraft,
} from "@/components/ui/forms/draft-storage";
import type { MediaWork } from "@/lib/generation/error-texts";

type Prompts = Record<MediaWork, string>;

/**
 * What is typed into the tabs. It outlives closing the dialog and reloading the page, and no warning
 * is needed for it: a prompt is not saved, it is used up.
 */
export function usePromptDrafts(panelId: string, imagePrompt: string) {
  const key = `inkwright:media-prompts:${panelId}`;
  const saved: Prompts = { edit: "", animate: "", regenerate: imagePrompt };
  const latest = useRef(saved);
  latest.current = saved;
  const base = useRef<Prompts>(saved);
  const [prompts, setPrompts] = useState<Prompts>(() => {
    const draft = readDraft(key);
    const merged = mergeValues(draft?.values ?? {}, draft?.base ?? {}, saved);
    base.current = merged.base;
    return merged.values;
  });
  const shown = useRef(prompts);

  const savePrompts = useCallback(
    (next: Prompts) => {
      shown.current = next;
      setPrompts(next);
      writeDraft(key, extractDraft(next, base.current));
    },
    [key],
  );

  // The panel has another prompt now: where nobody typed over the old one, it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are what matters
  useEffect(() => {
    const merged = mergeValues(shown.current, base.current, latest.current);
    base.current = merged.base;
    savePrompts(merged.values);
  }, [imagePrompt, savePrompts]);

  const set = useCallback(
    (work: MediaWork, text: string) => savePrompts({ ...shown.current, [work]: text }),
    [savePrompts],
  );
  /** What was asked for has come: the box is free again, unless something else stands there. */
  const clearUsedPrompt = useCallback(
    (work: MediaWork, text: string) => {
      if (work !== "regenerate" && shown.current[work].trim() === text) set(work, "");
    },
    [set],
  );
  return { prompts, set, used: clearUsedPrompt };
}
