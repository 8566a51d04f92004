import { setTimeout as pause } from "node:timers/promises";
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { Suspense } from "react";
import { ZodError } from "zod";
import { getPageViewer } from "@/app/page-viewer";
import { OnboardingGate } from "@/components/onboarding/onboarding-gate";
import { DecisionNotice } from "@/components/reports/decision-notice";
import { StoryCostsWatcher } from "@/components/spending/story-costs";
import { Workspace } from "@/components/studio/workspace";
import { InvalidStory } from "@/components/studio/workspace-errors";
import { WorkspaceSkeleton } from "@/components/studio/workspace-skeleton";
import { animator, painter, writer } from "@/lib/ai";
import { listStalePanels } from "@/lib/generation/picture/stale-panels-queries";
import type { StalePanel } from "@/lib/generation/schema";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/http/ids";
import { signInHref } from "@/lib/platform/http/return-path";
import { standingOf } from "@/lib/reports/queries";
import type { Decision } from "@/lib/reports/schema";
import { isFree } from "@/lib/spending/estimates";
import { storyCosts } from "@/lib/spending/queries";
import type { StoryCosts } from "@/lib/spending/schema";
import { type DemoNotice, demoNoticeOf } from "@/lib/stories/ai-disclosure";
import type { PainterOverride } from "@/lib/stories/image-models";
import { editableTitle, getStory } from "@/lib/stories/queries";
import { readingPath } from "@/lib/stories/reading/parts";
import { imageModels, type Story } from "@/lib/stories/schema";
import { requireEditable } from "@/lib/stories/service";

interface WorkspacePageProps {
  storyId: string;
  sceneNumber?: number;
}

/** Names the tab after the story, if the viewer can edit it. */
export async function workspaceMetadata(storyId: string): Promise<Metadata> {
  const viewer = isId(storyId) ? await getPageViewer() : null;
  const title = viewer && (await editableTitle(viewer, storyId));
  return { title: title || "Workspace", robots: { index: false } };
}

/**
 * The guard of the workspace: visitors sign in first, other people go to the reading page, drafts
 * of others answer 404. It runs before anything is sent, so that each answer has its status; a
 * loading.tsx would answer 200 first. A slow story gets a skeleton.
 */
export async function WorkspacePage({ storyId, sceneNumber }: WorkspacePageProps) {
  if (!isId(storyId)) notFound();
  const viewer = await getPageViewer();
  const path = sceneNumber ? `/story/${storyId}/scene/${sceneNumber}` : `/story/${storyId}`;
  if (!viewer) redirect(signInHref(path));
  const refused = await requireEditable(viewer, storyId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return "unknown" as const;
    if (error instanceof AppError && error.code === "forbidden") return "reader" as const;
    throw error;
  });
  if (refused === "unknown") notFound();
  if (refused === "reader") redirect(readingPath(storyId));
  const loading = loadWorkspace(viewer, storyId);
  const rest = { sceneNumber, otherPainter: otherPainter(), demoNotice: demoNotice() };
  // Stories usually load in less than this: a flashing skeleton would only distract.
  const early = await Promise.race([loading, pause(skeletonDelay, "late" as const)]);
  if (early !== "late") return <LoadedStory loaded={early} {...rest} />;
  return (
    <Suspense fallback={<WorkspaceSkeleton />}>
      <StreamedStory loading={loading} {...rest} />
    </Suspense>
  );
}

/** The configured painter, if it is not the model that the story has chosen. */
function otherPainter(): PainterOverride | null {
  const { name, demo, onlyModel, successorOf } = painter();
  if (demo || onlyModel) return { name: onlyModel ?? name, isDemo: demo };
  const successors = Object.fromEntries(
    imageModels.flatMap((model) => {
      const successor = successorOf?.(model);
      return successor ? [[model, successor]] : [];
    }),
  );
  return Object.keys(successors).length > 0 ? { name, isDemo: false, successors } : null;
}

const demoNotice = () =>
  demoNoticeOf({ texts: writer().demo, pictures: painter().demo, videos: animator().demo });

/** Milliseconds to wait for the story before the skeleton is sent. */
const skeletonDelay = 150;

interface LoadedWorkspace {
  /** Null if the stored data cannot be displayed. */
  story: Story | null;
  costs: StoryCosts | null;
  /** The administrator's decision now in force. */
  decision: Decision | null;
  stalePanels: StalePanel[];
}

async function loadWorkspace(viewer: Viewer, storyId: string): Promise<LoadedWorkspace> {
  const [story, costs, decision, stalePanels] = await Promise.all([
    loadStory(viewer, storyId),
    // A free engine shows no costs, so the query is skipped.
    isFree() ? null : storyCosts(viewer, storyId).catch(() => null),
    standingOf(viewer, storyId),
    // The workspace opens without them, and fetches them again with the next change.
    listStalePanels(viewer, storyId).catch(() => []),
  ]);
  return { story, costs, decision, stalePanels };
}

const loadStory = (viewer: Viewer, storyId: string): Promise<Story | null> =>
  getStory(viewer, storyId).catch((error: unknown) => {
    // Deleted after the guard ran.
    if (error instanceof AppError && error.code === "not_found") notFound();
    if (error instanceof ZodError) return null;
    throw error;
  });

interface LoadedProps {
  sceneNumber: number | undefined;
  otherPainter: PainterOverride | null;
  demoNotice: DemoNotice | null;
}

async function StreamedStory({
  loading,
  ...rest
}: LoadedProps & { loading: Promise<LoadedWorkspace> }) {
  return <LoadedStory loaded={await loading} {...rest} />;
}

function LoadedStory({ loaded, ...rest }: LoadedProps & { loaded: LoadedWorkspace }) {
  const { story, costs, decision, stalePanels } = loaded;
  if (!story) return <InvalidStory />;
  return (
    <>
      {costs && <StoryCostsWatcher initial={story} costs={costs} />}
      <OnboardingGate initial={story}>
        <Workspace
          initial={story}
          notice={decision && <DecisionNotice decision={decision} named={false} />}
          stalePanels={stalePanels}
          {...rest}
        />
      </OnboardingGate>
    </>
  );
}
