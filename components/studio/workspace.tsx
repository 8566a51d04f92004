"use client";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { StaleDataNotice } from "@/components/accounts/stale-data-notice";
import { useSceneNews } from "@/components/jobs/scene-news";
import { StoryJobs } from "@/components/jobs/story-jobs";
import { EmptyState } from "@/components/ui/empty-state";
import { Illustration } from "@/components/ui/pictures/illustration";
import type { StalePanel } from "@/lib/generation/schema";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { storySlug } from "@/lib/scenes/panels/picture-file-name";
import type { Panel, Scene } from "@/lib/scenes/schema";
import type { DemoNotice } from "@/lib/stories/ai-disclosure";
import { storyOptions } from "@/lib/stories/client";
import type { PainterOverride } from "@/lib/stories/image-models";
import type { Story } from "@/lib/stories/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { CastRail } from "./cast-rail";
import { NewEntitiesBar } from "./new-entities-bar";
import { PromptBar, type PromptBarHandle } from "./prompt/prompt-bar";
import { StoryIdeas } from "./prompt/story-ideas";
import { PublishBanner, useOpenPublishFromUrl } from "./publishing/publish";
import type { InsertScene } from "./reorder/scene-menu";
import { sortScenes } from "./reorder/use-reorder-actions";
import { useUndoShortcut } from "./reorder/use-undo-shortcut";
import { useReorder } from "./reorder/use-undoable-changes";
import { SceneSection } from "./scenes/scene-section";
import { StalePanelsNotice } from "./stale/stale-panels-notice";
import { StoryHeader } from "./story-header";
import { StudioDialogs } from "./studio-dialogs";
import { useStudioDialog } from "./use-studio-dialog";
import { columns, main, studio } from "./workspace-classes";
import { InvalidStory, StoryNotFound } from "./workspace-errors";

/** Number of scenes rendered fully on the server. */
const initialSceneCount = 2;
const noPanels: StalePanel[] = [];

interface WorkspaceProps {
  initial: Story;
  /** The scene of the address, to scroll to. */
  sceneNumber?: number | undefined;
  otherPainter: PainterOverride | null;
  demoNotice?: DemoNotice | null;
  /** As rendered by the server. */
  stalePanels?: StalePanel[];
  /** Above the scenes: why the story is hidden or marked. */
  notice?: ReactNode;
}

/** The workspace: the scenes, the cast at the side, the prompt bar at the foot. */
export function Workspace({
  initial,
  sceneNumber,
  otherPainter,
  demoNotice = null,
  stalePanels = noPanels,
  notice,
}: WorkspaceProps) {
  const query = useQuery(storyOptions(initial._id, initial));
  const { data: story = initial, error, refetch } = query;
  const { dialog, isOpen, open, setIsOpen, modules } = useStudioDialog();
  const [isAsking, setIsAsking] = useState(false);
  const promptBar = useRef<PromptBarHandle>(null);
  const { announcement, newEntities, dismissNewEntities } = useSceneNews(story._id);
  useScrollToScene(sceneNumber);

  const editScene = useCallback(
    (scene: Scene, asksToDelete: boolean) => void open({ name: "scene", scene, asksToDelete }),
    [open],
  );
  const editMedia = useCallback(
    (scene: Scene, panel: Panel, { autoRegenerate }: { autoRegenerate: boolean }) =>
      void open({ name: "media", scene, panel, autoRegenerate, opening: Date.now() }),
    [open],
  );
  const letter = useCallback(
    (scene: Scene, panel: Panel, bubbleId: string | null) =>
      void open({ name: "bubbles", scene, panel, bubbleId, opening: Date.now() }),
    [open],
  );
  const editAltText = useCallback(
    (scene: Scene, panel: Panel) => void open({ name: "altText", scene, panel }),
    [open],
  );
  const openEntity = useCallback(
    (kind: EntityKind, entity: Entity) => void open({ name: "entity", kind, entity }),
    [open],
  );
  const listEntities = useCallback(
    (kind: EntityKind) => void open({ name: "entities", kind }),
    [open],
  );
  const publish = () => void open({ name: "publish" });
  useOpenPublishFromUrl({ story, onOpen: publish });
  const arrange = useCallback((sceneId: string) => void open({ name: "order", sceneId }), [open]);
  const order = useReorder(story._id);
  useUndoShortcut(!isOpen, order.undoLast);
  const insert = useCallback<InsertScene>((beside) => promptBar.current?.insert(beside), []);
  const begin = useCallback((text: string) => promptBar.current?.begin(text), []);
  const scenes = useMemo(() => sortScenes(story.scenes), [story.scenes]);

  if (isUnavailable(error)) return <StoryNotFound />;
  if (error instanceof ApiError && error.code === "invalid_answer")
    return <InvalidStory onRetry={() => void refetch()} />;
  const isAt = (number: number) => sceneNumber !== undefined && Math.abs(number - sceneNumber) <= 1;
  return (
    <div className={studio}>
      <div className={columns}>
        <StoryHeader
          story={story}
          demoNotice={demoNotice}
          onSettings={() => void open({ name: "settings" })}
          onPublish={publish}
          onBooks={() => void open({ name: "books" })}
        />
        <CastRail
          characters={story.characters}
          locations={story.locations}
          onOpen={openEntity}
          onList={listEntities}
        />
        <div className={main}>
          {notice}
          {error && (
            <StaleDataNotice
              title="This story could not be refreshed"
              error={error}
              // Read only here: each refetch renders the workspace again once it has been read.
              isRetrying={query.isFetching}
              onRetry={() => void refetch()}
            >
              <p>{messageOf(error)}</p>
              <p>It may be out of date. Your text is kept.</p>
            </StaleDataNotice>
          )}
          <StalePanelsNotice story={story} initial={stalePanels} />
          {scenes.length === 1 && <PublishBanner story={story} onOpen={publish} />}
          {scenes.length === 0 && (
            <EmptyState picture={<Illustration name="first-stroke" />} title="Let's get started!">
              Describe the first scene in a sentence or two below.
            </EmptyState>
          )}
          {scenes.map((scene, index) => (
            <Fragment key={scene._id}>
              <SceneSection
                scene={scene}
                aspectRatio={story.aspectRatio}
                oneLetterSize={story.oneLetterSize}
                slug={storySlug(story.title)}
                initially={index < initialSceneCount || isAt(scene.sceneNumber)}
                first={index === 0}
                isLast={index === scenes.length - 1}
                order={order}
                onInsert={insert}
                onArrange={arrange}
                onEdit={editScene}
                onEditMedia={editMedia}
                onLetter={letter}
                onEditAltText={editAltText}
              />
              {newEntities?.sceneId === scene._id && (
                <NewEntitiesBar
                  {...newEntities}
                  onShow={() => {
                    dismissNewEntities();
                    void open({ name: "newEntities", ...newEntities });
                  }}
                  onDismiss={() => {
                    dismissNewEntities();
                    // The pressed button unmounts: focus the scene that introduced the entities.
                    document
                      .querySelector<HTMLElement>(`#scene-${scene.sceneNumber} button`)
                      ?.focus({ preventScroll: true });
                  }}
                />
              )}
            </Fragment>
          ))}
          {/* After the last scene, where the author continues. */}
          {scenes.length > 1 && <PublishBanner story={story} onOpen={publish} />}
          <StoryIdeas
            storyId={story._id}
            isNew={scenes.length === 0}
            disabled={isAsking}
            onChoose={begin}
          />
        </div>
      </div>
      <PromptBar ref={promptBar} story={story} order={order} onPendingChange={setIsAsking} />
      <StoryJobs storyId={story._id} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <StudioDialogs
        story={story}
        dialog={dialog}
        modules={modules}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        otherPainter={otherPainter}
      />
    </div>
  );
}

/** Deleted in another tab, or no longer this author's. */
const isUnavailable = (error: Error | null) =>
  error instanceof ApiError && (error.code === "not_found" || error.code === "forbidden");

/** Scrolls to the scene of the address, and again once the fonts have loaded. */
function useScrollToScene(sceneNumber: number | undefined) {
  const done = useRef(false);
  useEffect(() => {
    if (!sceneNumber || done.current) return;
    done.current = true;
    const scroll = () =>
      document.getElementById(`scene-${sceneNumber}`)?.scrollIntoView({ block: "start" });
    scroll();
    let isTaken = false;
    const take = () => {
      isTaken = true;
    };
    const events = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
    for (const name of events) window.addEventListener(name, take, { once: true, passive: true });
    void document.fonts.ready.then(() => {
      if (!isTaken) scroll();
      for (const name of events) window.removeEventListener(name, take);
    });
  }, [sceneNumber]);
}
