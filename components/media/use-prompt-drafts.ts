"use client";
import { useCallback, useRef } from "react";
import { mediaPromptDrafts } from "@/components/ui/forms/form-drafts";
import { extractDraft, mergeValues } from "@/components/ui/forms/merge-values";
import { useDraft } from "@/components/ui/forms/use-draft";
import type { MediaWork } from "@/lib/generation/error-texts";

type Prompts = Record<MediaWork, string>;

/**
 * Drafts of the prompts in the tabs. They survive closing and reloads, and need no warning: a
 * prompt is used rather than saved. A new prompt of the panel shows, unless the author has edited
 * the old one.
 */
export function usePromptDrafts(panelId: string, imagePrompt: string) {
  const [draft, setDraft] = useDraft(mediaPromptDrafts, panelId);
  const saved: Prompts = { edit: "", animate: "", regenerate: imagePrompt };
  const merged = mergeValues(draft?.values ?? {}, draft?.base ?? {}, saved);
  const latest = useRef(merged);
  latest.current = merged;

  const set = useCallback(
    (work: MediaWork, text: string) => {
      const { values, base } = latest.current;
      latest.current = { ...latest.current, values: { ...values, [work]: text } };
      setDraft(extractDraft(latest.current.values, base));
    },
    [setDraft],
  );
  /** Clears the box after its prompt has succeeded, unless it has other text by now. */
  const used = useCallback(
    (work: MediaWork, text: string) => {
      if (work !== "regenerate" && latest.current.values[work].trim() === text) set(work, "");
    },
    [set],
  );
  return { prompts: merged.values, set, used };
}
