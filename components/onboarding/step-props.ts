import type { Dispatch } from "react";
import type { Story } from "@/lib/stories/schema";
import type { Step, WizardAction, WizardState } from "./wizard-state";

/** What every step gets. */
export interface StepProps {
  story: Story;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  go: (step: Step) => void;
  /** For StepFrame, as it is. */
  frame: { progressId: string; takesFocus: boolean };
}
