import { notFound, redirect } from "next/navigation";
import { Suspense } from "react";
import { ZodError } from "zod";
import { pageViewer } from "@/app/page-viewer";
import { OnboardingGate } from "@/components/onboarding/onboarding-gate";
import { Workspace } from "@/components/studio/workspace";
import { InvalidStory } from "@/components/studio/workspace-errors";
import { WorkspaceSkeleton } from "@/components/studio/workspace-skeleton";
import { requireEditable } from "@/lib/generation/queries";
import { painter } from "@/lib/platform/ai";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/http/ids";
import { getStory } from "@/lib/stories/queries";

interface WorkspacePageProps {
  storyId: string;
  sceneNumber?: number;
}

/**
 * The guard of the workspace: visitors sign in first, others read, drafts of others do not exist.
 * It comes before anything is sent, so that each answer has its status; then the skeleton goes out
 * at once and the story follows. A loading.tsx would stand above the guard and answer 200 to all.
 */
export async function WorkspacePage({ storyId, sceneNumber }: WorkspacePageProps) {
  if (!isId(storyId)) notFound();
  const viewer = await pageViewer();
  const path = sceneNumber ? `/story/${storyId}/scene/${sceneNumber}` : `/story/${storyId}`;
  if (!viewer) redirect(`/login?from=${encodeURIComponent(path)}`);
  const refused = await requireEditable(viewer, storyId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return "unknown" as const;
    if (error instanceof AppError && error.code === "forbidden") return "reader" as const;
    throw error;
  });
  if (refused === "unknown") notFound();
  if (refused === "reader") redirect(`/story/${storyId}/read`);
  return (
    <Suspense fallback={<WorkspaceSkeleton />}>
      <WorkspaceStory viewer={viewer} storyId={storyId} sceneNumber={sceneNumber} />
    </Suspense>
  );
}

async function WorkspaceStory({
  viewer,
  storyId,
  sceneNumber,
}: WorkspacePageProps & { viewer: Viewer }) {
  const story = await getStory(viewer, storyId).catch((error: unknown) => {
    // Deleted since the guard looked.
    if (error instanceof AppError && error.code === "not_found") notFound();
    if (error instanceof ZodError) return null;
    throw error;
  });
  if (!story) return <InvalidStory />;
  return (
    <OnboardingGate initial={story}>
      <Workspace
        initial={story}
        sceneNumber={sceneNumber}
        demoNotice={painter().demo ? painter().name : null}
      />
    </OnboardingGate>
  );
}
