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
 * Drafts of the prompts in the tabs. They survive closing and reloads, and need no warning: a
 * prompt is used rather than saved.
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

  // Shows the panel's new prompt, unless the author has edited the old one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new prompt counts
  useEffect(() => {
    const merged = mergeValues(shown.current, base.current, latest.current);
    base.current = merged.base;
    savePrompts(merged.values);
  }, [imagePrompt, savePrompts]);

  const set = useCallback(
    (work: MediaWork, text: string) => savePrompts({ ...shown.current, [work]: text }),
    [savePrompts],
  );
  /** Clears the box after its prompt has succeeded, unless it has other text by now. */
  const clearUsedPrompt = useCallback(
    (work: MediaWork, text: string) => {
      if (work !== "regenerate" && shown.current[work].trim() === text) set(work, "");
    },
    [set],
  );
  return { prompts, set, used: clearUsedPrompt };
}
