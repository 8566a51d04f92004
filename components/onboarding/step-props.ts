import type { Dispatch } from "react";
import type { Story } from "@/lib/stories/schema";
import type { Step, WizardAction, WizardState } from "./wizard-state";

/** Props that every step takes. */
export interface StepProps {
  story: Story;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  go: (step: Step) => void;
  /** Passed to StepFrame. */
  frame: { progressId: string; takesFocus: boolean };
}
