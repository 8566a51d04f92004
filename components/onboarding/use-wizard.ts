"use client";
import { useCallback, useState } from "react";
import { useDraft } from "@/components/ui/forms/use-draft";
import { useBeforeUnloadWarning } from "@/components/ui/hooks/use-before-unload-warning";
import type { Story } from "@/lib/stories/schema";
import { initialState, type WizardState, wizardDrafts } from "./wizard-state";

export type UpdateWizard = (change: (now: WizardState) => Partial<WizardState>) => void;

/** The wizard's state of a story, a draft of this device, and a function that changes it. */
export function useWizard(story: Story): [WizardState, UpdateWizard] {
  const storyId = story._id;
  const [stored] = useDraft(wizardDrafts, storyId);
  const [begun] = useState(() => initialState(story));
  const [isStored, setIsStored] = useState(true);
  // A reload loses state only if the browser stores nothing.
  useBeforeUnloadWarning(!isStored);
  const update: UpdateWizard = useCallback(
    (change) => {
      const now = wizardDrafts.get(storyId) ?? begun;
      setIsStored(wizardDrafts.set(storyId, { ...now, ...change(now) }));
    },
    [begun, storyId],
  );
  return [stored ?? begun, update];
}
