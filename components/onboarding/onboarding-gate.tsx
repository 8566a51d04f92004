"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { ApiError } from "@/lib/platform/http/api-error";
import { storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { completeOnboarding, useOnboardingStatus } from "./onboarding-storage";
import { resolveOnboardingView } from "./onboarding-view";
import { OnboardingWizard } from "./onboarding-wizard";
import { exitStepHistory } from "./use-step-history";
import { WizardSkeleton } from "./wizard-skeleton";

interface OnboardingGateProps {
  initial: Story;
  /** The dashboard. */
  children: ReactNode;
}

/** Begins a story without scenes in the wizard; everything else goes on at the drawing table. */
export function OnboardingGate({ initial, children }: OnboardingGateProps) {
  const { data: story = initial, error } = useQuery(storyOptions(initial._id, initial));
  useDocumentTitle(story.title);
  const onboardingStatus = useOnboardingStatus(story._id);
  const showing = resolveOnboardingView(story.scenes, onboardingStatus);

  // The first scene is there: what the wizard kept of it is done with.
  const isArrival = showing === "dashboard" && onboardingStatus === "awaiting-scene";
  useEffect(() => {
    if (isArrival) completeOnboarding(story._id);
  }, [isArrival, story._id]);

  const was = useRef(showing);
  useEffect(() => {
    if (was.current === "wizard" && showing === "dashboard") {
      exitStepHistory();
      focusFirstScene();
    }
    was.current = showing;
  }, [showing]);

  // The dashboard also tells of a story that was deleted elsewhere.
  const isNotFound = error instanceof ApiError && error.status === 404;
  if (showing === "dashboard" || isNotFound) return children;
  if (showing === "unknown") return <WizardSkeleton />;
  return <OnboardingWizard initial={story} />;
}

/**
 * From the wizard to the drawing table: the first scene is in sight, below the note that it can be
 * published, and is read out.
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
