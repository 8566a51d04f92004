"use client";
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { WorkspaceBubbles } from "@/components/bubbles/workspace-bubbles";
import { type PanelPagePosition, panelSizes } from "@/components/comic/comic-page";
import { PanelView, panelSize } from "@/components/comic/panel-view";
import { averageColour } from "@/components/comic/placeholder";
import { useSeenLayout } from "@/components/comic/use-seen-layout";
import { useVideoAutoplay } from "@/components/comic/use-video-autoplay";
import { waitingWord } from "@/components/comic/waiting-word";
import { useFollowedJob } from "@/components/jobs/followed-jobs";
import { Button } from "@/components/ui/button";
import { passFocus } from "@/components/ui/pass-focus";
import { cx } from "@/components/ui/utils/cx";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { cssAspect } from "@/lib/scenes/aspect";
import type { Panel } from "@/lib/scenes/schema";
import type { ReorderControls } from "../reorder/use-undoable-changes";
import { FailureText, toFailure, toJobFailure } from "./panel-failure";
import { PanelMarks } from "./panel-marks";
import { type EditMedia, PanelTools, ToolsPlaceholder } from "./panel-tools";
import { useBrokenImage } from "./use-broken-image";
import { useRegeneratePanel } from "./use-regenerate-panel";

/** The prompt bar lies over the page, on a phone with a toast above it. */
const pagePanel = "page-panel relative min-w-0 scroll-mb-48 md:scroll-mb-36";

/** In rem: width of the page on a large screen, and of the columns beside it. */
const workspaceSizes = { page: 60, beside: 22 };

interface PanelFrameProps extends PanelPagePosition {
  storyId: string;
  sceneId: string;
  panel: Panel;
  aspectRatio: AspectRatio;
  /** Number of panels of the scene. */
  panelCount: number;
  order: ReorderControls;
  /** The scene is being generated: its panels wait and accept no actions. */
  isBusy: boolean;
  /** Whether the scene already shows above its panels why this panel has no picture. */
  isFailureShared: boolean;
  /** In the first viewport: fetched with high priority. */
  eager: boolean;
  onEditMedia: EditMedia;
  onLetter: (panel: Panel, bubbleId: string | null) => void;
  onEditAltText: (panel: Panel) => void;
}

/** A panel in the workspace: its picture or progress, and its actions. */
export const PanelFrame = memo(function PanelFrame({
  storyId,
  sceneId,
  panel,
  aspectRatio,
  share,
  layout,
  panelCount,
  order,
  isBusy,
  isFailureShared,
  eager,
  onEditMedia,
  onLetter,
  onEditAltText,
}: PanelFrameProps) {
  const size = useSeenLayout(layout, panelSize(aspectRatio));
  const followed = useFollowedJob(storyId, "panel", panel._id);
  const job = followed?.imageUrl === panel.imageUrl ? followed : undefined;
  const regenerate = useRegeneratePanel(storyId);
  const { isBroken, box, reload, attempt } = useBrokenImage(panel.imageUrl);
  const arrived = useHasNewImage(panel.imageUrl);
  useVideoAutoplay(box, panel.videoUrl);
  useRestoredFocus(box, panel._id);

  const isWorking =
    panel.status === "queued" || panel.status === "processing" || (job && !job.error);
  const failure = isWorking
    ? null
    : (toJobFailure(job?.error) ?? (isFailureShared ? null : toFailure(panel)));

  const regenerateButton = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  // The first picture replaces the empty frame and its button.
  useEffect(() => {
    if (isWorking || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body)
      regenerateButton.current?.focus({ preventScroll: true });
  }, [isWorking]);

  const inside = (
    <>
      {isWorking && (
        <Generating over={panel.hasImage} caption={panel.hasImage ? "" : panel.altText} />
      )}
      {!isWorking && isBroken && (
        <Message>
          <p className="font-bold">Failed to load image</p>
          <Button ref={passFocus} size="sm" onClick={reload}>
            Load again
          </Button>
        </Message>
      )}
      {failure && (
        <Message foot={panel.hasImage}>
          <FailureText {...failure} />
        </Message>
      )}
    </>
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a panel is no form control, so no fieldset
    <div
      ref={box}
      role="group"
      aria-label={`Panel ${panel.panelNumber}`}
      aria-busy={isWorking}
      className={pagePanel}
    >
      {panel.hasImage ? (
        <PanelView
          key={attempt}
          panel={panel}
          aspectRatio={aspectRatio}
          layout={layout}
          sizes={panelSizes(share, workspaceSizes.page, workspaceSizes.beside)}
          reveal={arrived}
          eager={eager}
          bubbleLayer={
            isBusy ? undefined : (
              <WorkspaceBubbles
                storyId={storyId}
                sceneId={sceneId}
                panel={panel}
                size={size}
                onOpen={(bubbleId) => onLetter(panel, bubbleId)}
                onMoved={(move) =>
                  order.offerUndo({
                    message: "Bubble moved",
                    focus: null,
                    focusAfterUndo: null,
                    ...move,
                  })
                }
              />
            )
          }
        >
          {inside}
        </PanelView>
      ) : (
        <div className="panel-frame relative" style={{ aspectRatio: cssAspect[aspectRatio] }}>
          {!isWorking && !failure && (
            <div className="grid justify-items-center gap-3 text-ink-soft">
              <p>No image generated</p>
              {!panel.imagePrompt && !isBusy && (
                <Button size="sm" onClick={() => onEditMedia(panel, { autoRegenerate: false })}>
                  Describe the picture
                </Button>
              )}
            </div>
          )}
          {inside}
        </div>
      )}
      {!isBusy && !isWorking && !failure && (
        <PanelMarks
          {...{ storyId, panel }}
          onDrawAgain={() => void regenerate(sceneId, panel)}
          onRepair={() => void regenerate(sceneId, panel, { repair: true })}
          onEditMedia={() => onEditMedia(panel, { autoRegenerate: false })}
        />
      )}
      {isBusy ? (
        <ToolsPlaceholder />
      ) : (
        <PanelTools
          {...{ sceneId, panel, panelCount, order, onLetter, onEditMedia, onEditAltText }}
          regenerateButton={regenerateButton}
          isWorking={Boolean(isWorking)}
          onRegenerate={() => {
            wasPressed.current = true;
            void regenerate(sceneId, panel);
          }}
        />
      )}
    </div>
  );
});

/** Placeholder of a panel far from the screen: its size and average colour. */
export function PanelPlaceholder({
  panel,
  aspectRatio,
}: {
  panel: Panel;
  aspectRatio: AspectRatio;
}) {
  const background = averageColour(panel.placeholder);
  return (
    <div className={pagePanel}>
      <div className="panel" style={{ aspectRatio: cssAspect[aspectRatio], background }} />
      <ToolsPlaceholder />
    </div>
  );
}

function Generating({ over, caption }: { over: boolean; caption: string }) {
  return (
    <div
      className={cx(
        "panel-waiting",
        over && "absolute inset-0 bg-sheet/78 text-center before:top-[30%] before:bg-ink-soft",
      )}
    >
      <span className={waitingWord}>Generating</span>
      {caption && <p className="max-w-[24ch] text-sm text-ink-soft">{caption}</p>}
    </div>
  );
}

function Message({ foot, children }: { foot?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        "absolute grid place-content-center justify-items-center gap-2 overflow-y-auto bg-sheet text-center wrap-anywhere",
        foot ? "inset-x-0 bottom-0 max-h-full border-t-2 border-ink px-3 py-2.5" : "inset-0 p-4",
      )}
    >
      {children}
    </div>
  );
}

/** Id of the panel whose actions had the focus when its frame unmounted. */
let focused: string | null = null;

/** Restores the focus of a panel that moves to another tier and so mounts anew. */
function useRestoredFocus(box: RefObject<HTMLElement | null>, panelId: string) {
  useLayoutEffect(() => {
    const actions = () => box.current?.querySelector<HTMLElement>("[data-actions]");
    if (focused === panelId) actions()?.focus();
    return () => {
      if (document.activeElement !== actions()) return;
      focused = panelId;
      // The new frame mounts in the same commit, or the panel is gone.
      queueMicrotask(() => {
        focused = null;
      });
    };
  }, [box, panelId]);
}

/** Whether the picture arrived while the panel was shown; only then is it revealed. */
function useHasNewImage(imageUrl: string | null): boolean {
  const first = useRef(imageUrl);
  return imageUrl !== null && imageUrl !== first.current;
}
