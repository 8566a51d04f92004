import { screen, waitFor, within } from "@testing-library/react";
import { MotionGlobalConfig } from "motion/react";
import { OnboardingGate } from "@/components/onboarding/onboarding-gate";
import { initialState, type Step, type WizardState } from "@/components/onboarding/wizard-state";
import { getQueryClient } from "@/components/shell/query-client";
import { Workspace } from "@/components/studio/workspace";
import type { Story } from "@/lib/stories/schema";
import { storyDefaults } from "@/lib/stories/story-defaults";
import { draftEntry } from "@/tests/support/draft-entry";
import { aStory, testId, testUser } from "../support/builders";
import { render } from "../support/render";
import { savedStory } from "../support/saved-story";
import { type Answers, server } from "../support/server";

// Browser tests show the fade between steps.
MotionGlobalConfig.skipAnimations = true;

/** The four steps, by their headings. */
export const steps = {
  1: "Launch Your Story",
  2: "Choose Your Visual Style",
  3: "Build Your World",
  4: "Begin Your Adventure",
} as const;

export const atStep = (step: Step) => screen.findByRole("heading", { name: steps[step], level: 1 });
export const described = () => screen.getByRole("textbox", { name: "What is your story about?" });
export const firstPrompt = () =>
  screen.getByRole("textbox", { name: "How does your story begin?" });
/** The preview of the story beside the questions. */
export const storyPreview = () =>
  within(screen.getByRole("complementary", { name: "Your story so far" }));

let begun = 0;

interface Wizard {
  answers?: Answers;
  story?: Partial<Story>;
  /** The saved state of an earlier visit. */
  state?: Partial<WizardState>;
}

/** Ada's new story, in a step of the wizard; behind it is the workspace. */
export async function inWizard(
  step: Step,
  description: string,
  { answers = {}, story: changes, state }: Wizard = {},
) {
  begun += 1;
  const story = aStory({
    _id: testId(`20${begun}`),
    title: storyDefaults.title,
    description,
    ...changes,
  });
  const saved = savedStory(story);
  const api = server({
    ...saved.answers,
    "GET /api/likes/stories/{storyId}": { data: { likeCount: 0, isLikedByUser: false } },
    "POST /api/ai/scene-suggestions": { suggestions: [], isNewStory: true },
    "POST /api/ai/generate-title": { title: "The Title Found" },
    ...answers,
  });
  if (step > 1 || state) {
    const kept = { ...initialState(story), step, ...state };
    localStorage.setItem(...draftEntry("onboarding", story._id, kept));
  }
  const open = () => {
    const now = saved.now();
    return render(
      <OnboardingGate initial={now}>
        <Workspace initial={now} otherPainter={null} />
      </OnboardingGate>,
      { viewer: testUser(), at: `/story/${story._id}`, params: { storyId: story._id } },
    );
  };
  const shown = await open();
  let { unmount } = shown;
  const { user } = shown;
  await screen.findByText(/^Step \d of 4$|Let's get started!/);
  return {
    api,
    saved,
    user,
    storyId: story._id,
    press: (name: string | RegExp) => user.click(screen.getByRole("button", { name })),
    /** Continues with the wizard's defaults; a double click is one step. */
    async proceedTo(next: Step) {
      await user.dblClick(screen.getByRole("button", { name: "Continue" }));
      await atStep(next);
    },
    /** Waits for the next step: the one that fades out still has its button. */
    async backTo(step: Step) {
      await user.click(screen.getByRole("button", { name: "Back" }));
      await atStep(step);
    },
    /** Leaves for another page of the site; pending calls continue. */
    leave: () => unmount(),
    async comeBack() {
      ({ unmount } = await open());
    },
    /** Reloads the page; pending calls are lost. */
    async reload() {
      unmount();
      getQueryClient().clear();
      ({ unmount } = await open());
    },
  };
}

export const findNextScenePrompt = () =>
  waitFor(() => screen.getByRole("textbox", { name: "What happens in the next scene?" }));
