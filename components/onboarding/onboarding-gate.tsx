"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { castDrafts } from "@/components/studio/prompt/cast-draft";
import { ApiError } from "@/lib/platform/http/api-error";
import { storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { completeOnboarding, useOnboardingStatus } from "./onboarding-storage";
import { resolveOnboardingView } from "./onboarding-view";
import { OnboardingWizard } from "./onboarding-wizard";
import { leaveSteps } from "./use-step";
import { WizardSkeleton } from "./wizard-skeleton";

interface OnboardingGateProps {
  initial: Story;
  /** The workspace. */
  children: ReactNode;
}

/** Shows the wizard for a story without scenes, otherwise the workspace. */
export function OnboardingGate({ initial, children }: OnboardingGateProps) {
  const { data: story = initial, error } = useQuery(storyOptions(initial._id, initial));
  useDocumentTitle(story.title);
  const onboardingStatus = useOnboardingStatus(story._id);
  const showing = resolveOnboardingView(story.scenes, onboardingStatus);

  // The first scene has arrived: the wizard's state and the chosen cast are no longer needed. In a
  // layout effect, before the prompt bar reads the cast.
  const isArrival = showing === "dashboard" && onboardingStatus === "awaiting-scene";
  useLayoutEffect(() => {
    if (!isArrival) return;
    castDrafts.set(story._id, []);
    completeOnboarding(story._id);
  }, [isArrival, story._id]);

  const was = useRef(showing);
  useEffect(() => {
    if (was.current === "wizard" && showing === "dashboard") {
      leaveSteps();
      focusFirstScene();
    }
    was.current = showing;
  }, [showing]);

  // The workspace also reports a story that was deleted elsewhere.
  const isNotFound = error instanceof ApiError && error.status === 404;
  if (showing === "dashboard" || isNotFound) return children;
  if (showing === "unknown") return <WizardSkeleton />;
  return <OnboardingWizard initial={story} />;
}

/**
 * From the wizard to the workspace: scrolls to the first scene, below the notice about publishing,
 * and focuses it for screen readers.
 */
function focusFirstScene() {
  const scene = document.getElementById("scene-1");
  const target = scene ?? document.getElementById("main");
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  const first = document.querySelector(".publish-banner") ?? scene;
  if (first) first.scrollIntoView({ block: "start" });
  else window.scrollTo({ top: 0 });
}
