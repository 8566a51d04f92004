"use client";
import { Clapperboard, ImageUp, Sparkles, Wand2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useGonePanel } from "@/components/comic/use-gone-panel";
import { useStoryCosts } from "@/components/spending/story-costs";
import { Badge } from "@/components/ui/badge";
import { Dialog } from "@/components/ui/dialog";
import { isTouched } from "@/components/ui/is-touched";
import { playSound } from "@/components/ui/sound";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { toast } from "@/components/ui/toast";
import { useVisibleViewport } from "@/components/ui/use-visible-viewport";
import { doublePress } from "@/components/ui/use-write";
import type { MediaWork } from "@/lib/generation/error-texts";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { estimateText } from "@/lib/spending/money";
import type { Story } from "@/lib/stories/schema";
import { GenerationOverlay } from "./generation-overlay";
import { MediaFoot } from "./media-foot";
import { forgetMedia, type MediaRef, say } from "./media-session";
import { PromptForm } from "./prompt-form";
import { noPrompt, promptProblem, promptTabs } from "./prompt-tabs";
import { Comparison, Stage } from "./stage";
import { TakeFacts } from "./take-facts";
import { TakeStrip } from "./take-strip";
import { Remark, Talk } from "./talk";
import { UploadForm } from "./upload-form";
import { sameMedia, shownBy, useChooseMedia, withMedia } from "./use-choose-media";
import { useKeptPrompts } from "./use-kept-prompts";
import { useMediaWork } from "./use-media-work";
import { useTakes } from "./use-takes";
import { useUpload } from "./use-upload";

type MediaTab = MediaWork | "upload";

/** The field of the tab that is open, looked up when it is asked for. */
const promptField = {
  get current() {
    return document.querySelector<HTMLElement>(".media textarea");
  },
};

/** Milliseconds between opening and the start of a regeneration that was asked for. */
const autoStartAfter = 200;

interface EditMediaDialogProps {
  story: Story;
  scene: Scene;
  panel: Panel;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens on the Generate tab and begins. */
  autoRegenerate: boolean;
  /** 'Demo studio' where pictures are made without a model. */
  demoNotice: string | null;
}

/** A panel's pictures and videos: made, changed, animated, uploaded, compared and chosen. */
export function EditMediaDialog({
  story,
  scene,
  panel,
  open,
  onOpenChange,
  autoRegenerate,
  demoNotice,
}: EditMediaDialogProps) {
  const current = shownBy(panel);
  const costs = useStoryCosts(story._id);
  const [tab, setTab] = useState<MediaTab>(autoRegenerate || !current ? "regenerate" : "edit");
  // Null follows the panel.
  const [picked, setPicked] = useState<MediaRef | null>(null);
  const [compared, setCompared] = useState<MediaRef | null>(null);
  const [isComparing, setIsComparing] = useState(false);
  const selected = picked ?? current;
  const stage = useRef<HTMLElement>(null);
  const [opener] = useState(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  useVisibleViewport(open);

  const { prompts, set, used } = useKeptPrompts(panel._id, panel.imagePrompt);
  const { takes, isError, refetch } = useTakes(
    { storyId: story._id, sceneId: scene._id, panelNumber: panel.panelNumber },
    open,
  );
  const select = (media: MediaRef | null) => {
    setPicked(media);
    setIsComparing(false);
    setCompared(null);
  };
  const { messages, job, far, start, cancel } = useMediaWork(
    { story, sceneId: scene._id, panel },
    (work, prompt, media) => {
      used(work, prompt);
      select(media);
      // On a phone the box may have been scrolled away from it.
      stage.current?.scrollIntoView({ block: "nearest" });
    },
  );
  const uploading = useUpload({ sceneId: scene._id, panel }, select);
  const choice = useChooseMedia(story, scene._id, panel);
  const isWorking = job !== null || uploading.isPending;
  const locked = isWorking || choice.isPending;
  /** Cancel is meant for the work that has ended under the finger. */
  const justEnded = useRef(false);
  useEffect(() => {
    if (!isWorking) return;
    justEnded.current = true;
    return () => void setTimeout(() => (justEnded.current = false), doublePress);
  }, [isWorking]);

  const ask = (work: MediaWork, prompt: string) => {
    const isOwn = work === "regenerate" && prompt === panel.imagePrompt.trim();
    const imageUrl = selected?.type === "image" ? selected.url : null;
    void start({ work, prompt: isOwn ? "" : prompt, imageUrl });
  };

  // Once more from the panel's own prompt; what is typed into the box stays there.
  const begin = useRef(() => {});
  begin.current = () => {
    const text = panel.imagePrompt.trim();
    if (text !== "") return ask("regenerate", text);
    say(panel._id, { from: "studio", isError: true, text: noPrompt.regenerate });
    playSound("error");
  };
  useEffect(() => {
    if (!autoRegenerate) return;
    const timer = setTimeout(() => begin.current(), autoStartAfter);
    return () => clearTimeout(timer);
  }, [autoRegenerate]);

  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);

  useGonePanel(story, panel._id, open, () => onOpenChange(false));

  async function use() {
    if (!selected) return;
    try {
      await choice.choose(selected);
    } catch {
      // Said above the buttons.
      return playSound("error");
    }
    playSound("saved");
    toast.success("Panel updated", { duration: 2_000 });
    // What waited for the network may be answered when another sheet is open.
    if (isShown.current) onOpenChange(false);
  }

  const take = takes?.find((one) => sameMedia(one, selected));
  const other = takes?.find((one) => sameMedia(one, compared));
  const nameOf = (one: typeof take) => (one ? `Take ${one.number}` : "Selected");
  const isReworded =
    panel.imagePrompt !== "" && prompts.regenerate.trim() !== panel.imagePrompt.trim();
  const hintOf = (asked: MediaWork) => {
    const back = asked === "regenerate" && isReworded;
    const cost = costs && estimateText(asked === "animate" ? costs.video : costs.picture);
    if (!back && !cost) return null;
    return (
      <span className="flex flex-wrap justify-between gap-x-4">
        {cost && <span className="tabular-nums">{cost}</span>}
        {back && (
          <button
            type="button"
            className="link"
            onClick={() => set("regenerate", panel.imagePrompt)}
          >
            Use the panel's own words again
          </button>
        )}
      </span>
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={locked}
      size="xl"
      flush
      // The picture first: a field further down would scroll it away. Without one its words are asked
      // for; a finger wants no keyboard jumping up.
      initialFocus={current || isTouched() ? stage : promptField}
      // What was pressed may be gone with the empty panel.
      finalFocus={() =>
        opener?.isConnected && opener !== document.body
          ? opener
          : document.querySelector<HTMLElement>(`[data-actions="${panel._id}"]`)
      }
      title="Edit Media"
      description={
        <span className="flex flex-wrap items-center gap-2">
          Scene {scene.sceneNumber}, panel {panel.panelNumber}
          {demoNotice && <Badge tone="yellow">{demoNotice}</Badge>}
        </span>
      }
      footer={
        <MediaFoot
          choice={choice}
          isVideo={selected?.type === "video"}
          canUse={!isWorking && selected !== null && !sameMedia(selected, current)}
          onUse={() => void use()}
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
      <div className="media" {...uploading.handlers}>
        <div className="media-grid" inert={isWorking}>
          <div className="media-left">
            {isComparing && compared ? (
              <Comparison
                before={{ name: nameOf(take), panel: withMedia(panel, selected) }}
                after={{ name: nameOf(other), panel: withMedia(panel, compared) }}
                aspectRatio={story.aspectRatio}
              />
            ) : (
              <Stage
                ref={stage}
                panel={withMedia(panel, selected)}
                aspectRatio={story.aspectRatio}
                name={take && !sameMedia(take, current) ? nameOf(take) : null}
              />
            )}
            <Remark messages={messages} selected={selected} />
            {take && (
              <TakeFacts
                key={take._id}
                take={take}
                sceneId={scene._id}
                panelNumber={panel.panelNumber}
                isInUse={[panel.imageUrl, panel.videoUrl].includes(take.url)}
                onDeleted={() => {
                  forgetMedia(panel._id, take.url);
                  select(null);
                }}
              />
            )}
          </div>
          <div className="media-right">
            <Talk current={current} messages={messages} selected={selected} onSelect={select} />
            <Tabs value={tab} onValueChange={setTab} className="media-tabs">
              <TabList label="Ways to change the panel">
                <Tab value="edit" icon={<Wand2 aria-hidden="true" />}>
                  Modify
                </Tab>
                <Tab value="animate" icon={<Clapperboard aria-hidden="true" />}>
                  Animate
                </Tab>
                <Tab value="regenerate" icon={<Sparkles aria-hidden="true" />}>
                  Generate
                </Tab>
                <Tab value="upload" icon={<ImageUp aria-hidden="true" />}>
                  Upload
                </Tab>
              </TabList>
              {promptTabs.map(({ work, ...words }) => (
                <TabPanel key={work} value={work}>
                  <PromptForm
                    {...words}
                    value={prompts[work]}
                    onChange={(text) => set(work, text)}
                    check={(text) => promptProblem(work, text, selected)}
                    onSubmit={(text) => ask(work, text)}
                  >
                    {hintOf(work)}
                  </PromptForm>
                </TabPanel>
              ))}
              <TabPanel value="upload">
                <UploadForm onFile={uploading.upload} />
              </TabPanel>
            </Tabs>
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
              setIsComparing(next);
              setCompared(null);
            }}
          />
        </div>
        {job && (
          <GenerationOverlay
            work={job.work}
            startedAt={job.startedAt}
            {...far}
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
