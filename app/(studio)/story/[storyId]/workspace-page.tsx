import { notFound, redirect } from "next/navigation";
import { pageViewer } from "@/app/page-viewer";
import { Workspace } from "@/components/studio/workspace";
import { painter } from "@/lib/platform/ai";
import { mayEdit } from "@/lib/platform/auth/ownership";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/http/ids";
import { getStory } from "@/lib/stories/queries";

interface WorkspacePageProps {
  storyId: string;
  sceneNumber?: number;
}

/** The guard of the workspace: visitors sign in first, others read, drafts of others do not exist. */
export async function WorkspacePage({ storyId, sceneNumber }: WorkspacePageProps) {
  if (!isId(storyId)) notFound();
  const viewer = await pageViewer();
  const path = sceneNumber ? `/story/${storyId}/scene/${sceneNumber}` : `/story/${storyId}`;
  if (!viewer) redirect(`/login?from=${encodeURIComponent(path)}`);
  const story = await getStory(viewer, storyId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  if (!story) notFound();
  if (!mayEdit(viewer, story.userId._id)) redirect(`/story/${storyId}/read`);
  return (
    <Workspace
      initial={story}
      sceneNumber={sceneNumber}
      demoNotice={painter().demo ? painter().name : null}
    />
  );
}
