"use client";
import { Images, MessageCirclePlus, RefreshCw } from "lucide-react";
import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { WorkspaceBubbles } from "@/components/bubbles/workspace-bubbles";
import { type PanelPagePosition, panelSizes } from "@/components/comic/comic-page";
import { PanelView, panelSize } from "@/components/comic/panel-view";
import { averageColour } from "@/components/comic/placeholder";
import { useVideoAutoplay } from "@/components/comic/use-video-autoplay";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/utils/cx";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { cssAspect } from "@/lib/scenes/aspect";
import type { Panel } from "@/lib/scenes/schema";
import { usePanelJobState } from "./panel-job-state";
import { useRegeneratePanel } from "./panel-jobs";
import { PanelMenu } from "./reorder/panel-menu";
import type { ReorderControls } from "./reorder/use-reorder";

/** In rem: how wide a page is on a large table, and what is beside it. */
const workspaceSizes = { page: 60, beside: 22 };

interface PanelFrameProps extends PanelPagePosition {
  storyId: string;
  sceneId: string;
  panel: Panel;
  aspectRatio: AspectRatio;
  /** How many the scene has. */
  panelCount: number;
  order: ReorderControls;
  /** The scene is being made: its panels wait for their turn, and nothing can be asked of them. */
  isBusy: boolean;
  /** In the first sight of the page: fetched before anything else. */
  eager: boolean;
  onEditMedia: EditMedia;
  onLetter: (panel: Panel, bubbleId: string | null) => void;
  onDescribe: (panel: Panel) => void;
}

/** Opens the media workspace of a panel. */
export type EditMedia = (panel: Panel, asked: { autoRegenerate: boolean }) => void;

/** A frame of the sheet: the picture, or what is happening to it, and what can be done with it. */
export const PanelFrame = memo(function PanelFrame({
  storyId,
  sceneId,
  panel,
  aspectRatio,
  share,
  panelCount,
  order,
  isBusy,
  eager,
  onEditMedia,
  onLetter,
  onDescribe,
}: PanelFrameProps) {
  const noted = usePanelJobState(storyId, panel._id);
  const note = noted?.imageUrl === panel.imageUrl ? noted : undefined;
  const regenerate = useRegeneratePanel(storyId);
  const { isBroken, box, reload, attempt } = useBrokenImage(panel.imageUrl);
  const arrived = useHasNewImage(panel.imageUrl);
  useVideoAutoplay(box, panel.videoUrl);
  useRestoredFocus(box, panel._id);

  const isWorking =
    panel.status === "queued" || panel.status === "processing" || (note && !note.error);
  const failure = isWorking ? null : (note?.error ?? toFailure(panel));

  const again = useRef<HTMLButtonElement>(null);
  const media = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  // A first picture has another frame than none, and the button in it is another one.
  useEffect(() => {
    if (isWorking || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) again.current?.focus({ preventScroll: true });
  }, [isWorking]);

  const inside = (
    <>
      {isWorking && (
        <Generating over={panel.hasImage} caption={panel.hasImage ? "" : panel.altText} />
      )}
      {!isWorking && isBroken && (
        <Message>
          <p className="font-bold">Failed to load image</p>
          <Button
            size="sm"
            onClick={() => {
              reload();
              // It goes, and what has the focus instead must cost nothing.
              media.current?.focus({ preventScroll: true });
            }}
          >
            Load again
          </Button>
        </Message>
      )}
      {failure && <Failure over={panel.hasImage} {...failure} />}
    </>
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a panel is no form control, so no fieldset
    <div
      ref={box}
      role="group"
      aria-label={`Panel ${panel.panelNumber}`}
      aria-busy={isWorking}
      className={cx("page-panel", failure && "page-panel-failed")}
    >
      {panel.hasImage ? (
        <PanelView
          key={attempt}
          panel={panel}
          aspectRatio={aspectRatio}
          sizes={panelSizes(share, workspaceSizes.page, workspaceSizes.beside)}
          reveal={arrived}
          eager={eager}
          bubbleLayer={
            isBusy ? undefined : (
              <WorkspaceBubbles
                storyId={storyId}
                sceneId={sceneId}
                panel={panel}
                size={panelSize(aspectRatio)}
                onOpen={(bubbleId) => onLetter(panel, bubbleId)}
              />
            )
          }
        >
          {inside}
        </PanelView>
      ) : (
        <div className="panel-frame" style={{ aspectRatio: cssAspect[aspectRatio] }}>
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
      {isBusy ? (
        <ToolsPlaceholder />
      ) : (
        <div className="panel-tools">
          {panel.hasImage && (
            <Button
              icon
              size="sm"
              label="Add speech bubble"
              title="Add speech bubble"
              onClick={() => onLetter(panel, null)}
            >
              <MessageCirclePlus aria-hidden="true" />
            </Button>
          )}
          <Button
            ref={media}
            icon
            size="sm"
            label="Edit media"
            title="Edit media"
            onClick={() => onEditMedia(panel, { autoRegenerate: false })}
          >
            <Images aria-hidden="true" />
          </Button>
          <Button
            ref={again}
            icon
            size="sm"
            label="Regenerate image"
            title="Regenerate image"
            // There all the while: whoever pressed it by keyboard stays where they are.
            loading={Boolean(isWorking)}
            onClick={() => {
              // A picture that is there is not replaced unseen: another take is made beside it.
              if (panel.hasImage) return onEditMedia(panel, { autoRegenerate: true });
              // One that was added: nobody has said yet what it shows.
              if (!panel.imagePrompt) return onEditMedia(panel, { autoRegenerate: false });
              wasPressed.current = true;
              void regenerate(sceneId, panel);
            }}
          >
            <RefreshCw aria-hidden="true" />
          </Button>
          <PanelMenu
            sceneId={sceneId}
            panel={panel}
            panelCount={panelCount}
            order={order}
            onEditMedia={() => onEditMedia(panel, { autoRegenerate: false })}
            onDescribe={() => onDescribe(panel)}
          />
        </div>
      )}
    </div>
  );
});

/** The place of a panel that is far from the screen: as large, and in its average colour. */
export function PanelPlaceholder({
  panel,
  aspectRatio,
}: {
  panel: Panel;
  aspectRatio: AspectRatio;
}) {
  const background = averageColour(panel.placeholder);
  return (
    <div className="page-panel">
      <div className="panel" style={{ aspectRatio: cssAspect[aspectRatio], background }} />
      <ToolsPlaceholder />
    </div>
  );
}

/** As high as the tools, which stand under the picture of a phone: nothing moves when they come. */
const ToolsPlaceholder = () => (
  <div className="panel-tools invisible">
    <span className="btn btn-icon btn-sm" />
  </div>
);

const toFailure = ({ imageGenerationError: error }: Panel) =>
  error && { text: error.message, isFlagged: error.isContentFlag };

function Generating({ over, caption }: { over: boolean; caption: string }) {
  return (
    <div className={cx("panel-waiting", over && "panel-waiting-over")}>
      <span className="panel-waiting-word display">Generating</span>
      {caption && <p className="panel-caption">{caption}</p>}
    </div>
  );
}

function Failure({ text, isFlagged, over }: { text: string; isFlagged: boolean; over: boolean }) {
  return (
    <Message foot={over}>
      <p className="font-bold">{isFlagged ? "Content flagged as sensitive" : text}</p>
      <p className="text-sm">
        {isFlagged ? "Try rephrasing with gentler language" : "Try regenerating again"}
      </p>
    </Message>
  );
}

function Message({ foot, children }: { foot?: boolean; children: ReactNode }) {
  return <div className={cx("panel-message", foot && "panel-message-foot")}>{children}</div>;
}

/** Whether the picture of a panel did not arrive, and a way to ask for it again. */
function useBrokenImage(imageUrl: string | null) {
  const box = useRef<HTMLDivElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture, another attempt
  useEffect(() => {
    const element = box.current;
    if (!element || !imageUrl) return;
    const failed = (event: Event) => {
      if (event.target instanceof HTMLImageElement) setBroken(imageUrl);
    };
    // Errors of pictures do not bubble; and one may have failed before this ran.
    element.addEventListener("error", failed, { capture: true });
    const image = element.querySelector("img");
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(imageUrl);
    return () => element.removeEventListener("error", failed, { capture: true });
  }, [imageUrl, attempt]);

  return {
    box,
    attempt,
    isBroken: imageUrl !== null && broken === imageUrl,
    reload: () => {
      setBroken(null);
      setAttempt((before) => before + 1);
    },
  };
}

/** The panel that had the focus in its actions as its frame was taken away. */
let focused: string | null = null;

/** A panel that moves to another tier of its page is another element there: its focus goes along. */
function useRestoredFocus(box: RefObject<HTMLElement | null>, panelId: string) {
  useLayoutEffect(() => {
    const actions = () => box.current?.querySelector<HTMLElement>("[data-actions]");
    if (focused === panelId) actions()?.focus();
    return () => {
      if (document.activeElement !== actions()) return;
      focused = panelId;
      // Its new frame comes in the same breath, or it is gone.
      queueMicrotask(() => {
        focused = null;
      });
    };
  }, [box, panelId]);
}

/** Whether the picture came while the panel was looked at: only then it is revealed. */
function useHasNewImage(imageUrl: string | null): boolean {
  const first = useRef(imageUrl);
  return imageUrl !== null && imageUrl !== first.current;
}
