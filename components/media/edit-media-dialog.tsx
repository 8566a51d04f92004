"use client";
import { useEffect, useRef, useState } from "react";
import { useDeletedPanel } from "@/components/comic/use-deleted-panel";
import { Badge } from "@/components/ui/badge";
import { Dialog } from "@/components/ui/dialog";
import { dedupeWindowMs } from "@/components/ui/hooks/use-deduped-mutation";
import { useVisualViewport } from "@/components/ui/hooks/use-visual-viewport";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { isTouchDevice } from "@/components/ui/utils/is-touch-device";
import type { MediaWork } from "@/lib/generation/error-texts";
import { panelName } from "@/lib/scenes/scene-name";
import type { Panel, Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { ContractButton } from "./contract-dialog";
import { Conversation, LatestRemark } from "./conversation";
import { GenerationOverlay } from "./generation-overlay";
import { MediaFooter } from "./media-footer";
import { addMessage, detachMedia, type MediaRef, usePickedMedia } from "./media-session";
import { MediaStage } from "./media-stage";
import { MediaTabs } from "./media-tabs";
import { PanelOutfits } from "./panel-outfits";
import { missingPromptTexts } from "./prompt-tabs";
import { hasSpot, useSpot } from "./spot/use-spot";
import { TakeDetails } from "./takes/take-details";
import { TakeStrip } from "./takes/take-strip";
import { useTakes, useUploadedTake } from "./takes/use-takes";
import { getShownMedia, isSameMedia, useChooseMedia } from "./use-choose-media";
import { useMediaGeneration, useRequestElsewhere } from "./use-media-generation";
import { usePromptDrafts } from "./use-prompt-drafts";

/** The prompt field of the open tab, looked up on use. */
const promptField = {
  get current() {
    return document.querySelector<HTMLElement>(".media textarea");
  },
};

/** Milliseconds between opening and an automatic regeneration. */
const autoStartDelay = 200;

/** On a phone the grid orders what the columns hold (media.css). */
const columnClasses = "flex min-h-0 min-w-0 flex-col max-[56rem]:contents";

interface EditMediaDialogProps {
  story: Story;
  scene: Scene;
  panel: Panel;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens on the Generate tab and starts to generate. */
  autoRegenerate: boolean;
  /** 'Demo studio' where no model makes the pictures. */
  demoNotice: string | null;
}

/** Edits a panel's pictures and videos: generate, change, animate, upload, compare and choose. */
export function EditMediaDialog({
  story,
  scene,
  panel,
  open,
  onOpenChange,
  autoRegenerate,
  demoNotice,
}: EditMediaDialogProps) {
  const current = getShownMedia(panel);
  const { prompts, set, used } = usePromptDrafts(panel._id, panel.imagePrompt);
  const hasDraft = prompts.edit !== "" || prompts.animate !== "" || hasSpot(panel._id);
  const [picked, setPicked] = usePickedMedia(panel._id, hasDraft);
  const [compared, setCompared] = useState<MediaRef | null>(null);
  const [isComparing, setIsComparing] = useState(false);
  /** Pictures of one request; side by side until the author opens another picture. */
  const [candidates, setCandidates] = useState<MediaRef[]>([]);
  const selected = picked ?? current;
  const spot = useSpot(panel._id, selected?.type === "image" ? selected.url : null);
  const stage = useRef<HTMLElement>(null);
  useVisualViewport(open);

  const { takes, isError, refetch } = useTakes(
    { storyId: story._id, sceneId: scene._id, panelNumber: panel.panelNumber },
    open,
  );
  const select = (media: MediaRef | null) => {
    setPicked(media);
    setIsComparing(false);
    setCompared(null);
    setCandidates([]);
  };
  useRequestElsewhere(story._id, scene._id, panel, open);
  const where = panelName(panel, scene);
  const { messages, job, progress, start, cancel } = useMediaGeneration(
    { story, sceneId: scene._id, panel },
    (work, prompt, made) => {
      used(work, prompt);
      if (work === "edit") spot.reset();
      const different = made.filter(
        (one, index) => made.findIndex((other) => isSameMedia(other, one)) === index,
      );
      const [only, ...more] = different;
      select(more.length > 0 ? null : (only ?? null));
      if (more.length > 0) setCandidates(different);
      else if (made.length > 1)
        toast.info("All pictures came out the same.", { description: where });
      // On a phone the picture may be scrolled out of sight.
      stage.current?.scrollIntoView({ block: "nearest" });
    },
  );
  const uploading = useUploadedTake(scene._id, panel, select);
  const choice = useChooseMedia(story, scene._id, panel);
  const isWorking = job !== null || uploading.isPending;
  const locked = isWorking || choice.isPending;
  /** Ignores a press on Cancel just after the job has ended. */
  const justEnded = useRef(false);
  useEffect(() => {
    if (!isWorking) return;
    justEnded.current = true;
    return () => void setTimeout(() => (justEnded.current = false), dedupeWindowMs);
  }, [isWorking]);

  const ask = (work: MediaWork, prompt: string, count = 1) => {
    const isOwn = work === "regenerate" && prompt === panel.imagePrompt.trim();
    const imageUrl = selected?.type === "image" ? selected.url : null;
    const mask = work === "edit" && spot.isOn ? spot.mask : undefined;
    void start({ work, prompt: isOwn ? "" : prompt, imageUrl, count, mask });
  };

  // Regenerates from the panel's own prompt; text typed into the box stays.
  const begin = useRef(() => {});
  begin.current = () => {
    const text = panel.imagePrompt.trim();
    if (text !== "") return ask("regenerate", text);
    addMessage(panel._id, { from: "studio", isError: true, text: missingPromptTexts.regenerate });
    playSound("error");
  };
  useEffect(() => {
    if (!autoRegenerate) return;
    const timer = setTimeout(() => begin.current(), autoStartDelay);
    return () => clearTimeout(timer);
  }, [autoRegenerate]);

  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);

  useDeletedPanel(story, panel._id, open, () => onOpenChange(false));

  async function use() {
    if (!selected) return;
    try {
      await choice.choose(selected);
    } catch {
      // The footer shows the message.
      return playSound("error");
    }
    setPicked(null);
    playSound("saved");
    toast.success("Panel updated", { duration: 2_000, description: where });
    // A paused request may be answered while another dialog is open.
    if (isShown.current) onOpenChange(false);
  }

  const take = takes?.find((one) => isSameMedia(one, selected));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={locked}
      size="xl"
      flush
      // Focuses the picture first, since a field further down would scroll it away. Without a
      // picture the prompt has the focus, except on touch screens, where a keyboard would open.
      initialFocus={current || isTouchDevice() ? stage : promptField}
      title="Edit Media"
      description={
        <span className="flex flex-wrap items-center gap-2">
          Scene {scene.sceneNumber}, panel {panel.panelNumber}
          {demoNotice && <Badge tone="yellow">{demoNotice}</Badge>}
        </span>
      }
      footer={
        <MediaFooter
          choice={choice}
          isVideo={selected?.type === "video"}
          canUse={!isWorking && selected !== null && !isSameMedia(selected, current)}
          onUse={() => void use()}
          isWorking={isWorking}
          isCancelling={job?.isCancelled === true}
          onCancel={() => {
            if (job) cancel();
            else if (uploading.isPending) uploading.cancel();
            else if (!justEnded.current) onOpenChange(false);
          }}
          onShowOther={() => select(null)}
        />
      }
    >
      <div className="media relative grid min-h-full min-[56rem]:h-full" {...uploading.handlers}>
        <div className="media-grid" inert={isWorking}>
          <div
            className={`media-left min-[56rem]:bg-paper min-[56rem]:[grid-area:left] ${columnClasses}`}
          >
            <MediaStage
              ref={stage}
              panel={panel}
              aspectRatio={story.aspectRatio}
              takes={takes}
              candidates={candidates}
              picked={picked}
              onPick={setPicked}
              compared={isComparing ? compared : null}
              spot={spot}
              onCompare={(media) => {
                setIsComparing(media !== null);
                setCompared(media);
              }}
            />
            <LatestRemark messages={messages} selected={selected} />
          </div>
          <div
            className={`min-[56rem]:border-l-2 min-[56rem]:border-ink min-[56rem]:[grid-area:right] ${columnClasses}`}
          >
            {take && (
              <TakeDetails
                key={take._id}
                take={take}
                sceneId={scene._id}
                panelNumber={panel.panelNumber}
                isInUse={[panel.imageUrl, panel.videoUrl].includes(take.url)}
                onDeleted={() => {
                  detachMedia(panel._id, take.url);
                  select(null);
                }}
              />
            )}
            <Conversation
              current={current}
              messages={messages}
              selected={selected}
              onSelect={select}
            />
            <MediaTabs
              storyId={story._id}
              initialTab={autoRegenerate || !current ? "regenerate" : "edit"}
              prompts={prompts}
              onPrompt={set}
              contract={
                <>
                  <ContractButton {...{ story, scene, panel }} />
                  <PanelOutfits {...{ story, scene, panel }} />
                </>
              }
              imagePrompt={panel.imagePrompt}
              selected={selected}
              spot={spot}
              onAsk={ask}
              onFiles={uploading.upload}
            />
          </div>
          <TakeStrip
            takes={takes}
            isError={isError}
            onRetry={() => void refetch()}
            selected={selected}
            current={current}
            onSelect={isComparing ? setCompared : select}
            compared={compared}
            isComparing={isComparing}
            onCompare={(next) => {
              setCandidates([]);
              setIsComparing(next);
              setCompared(null);
            }}
          />
        </div>
        {job && (
          <GenerationOverlay
            work={job.work}
            startedAt={job.startedAt}
            {...progress}
            isCancelled={job.isCancelled}
          />
        )}
        {uploading.isPending && (
          <GenerationOverlay
            work="upload"
            startedAt={uploading.startedAt}
            progress={0}
            usually="Your picture is on its way"
          />
        )}
      </div>
    </Dialog>
  );
}
