import type { Story } from "@/lib/stories/schema";
import type { UpdateWizard } from "../use-wizard";
import type { Step, WizardState } from "../wizard-state";

/** Props that every step takes. */
export interface StepProps {
  story: Story;
  state: WizardState;
  update: UpdateWizard;
  go: (step: Step) => void;
  /** Passed to StepFrame. */
  frame: { progressId: string; takesFocus: boolean };
}
