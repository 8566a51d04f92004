"use client";
import { RefreshCw, Sparkles, Upload, Wand2 } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { duplicatePictureText } from "@/components/jobs/job-ends";
import { PictureInput } from "@/components/media/picture-input";
import { SpotBar } from "@/components/media/spot/spot-bar";
import { SpotPicture } from "@/components/media/spot/spot-picture";
import { useSpot } from "@/components/media/spot/use-spot";
import { useUpload } from "@/components/media/use-upload";
import { CostHint } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { Progress } from "@/components/ui/progress";
import { playSound } from "@/components/ui/sound";
import { stalledText } from "@/components/ui/stalled-notice";
import { cx } from "@/components/ui/utils/cx";
import type { MaskShapes } from "@/lib/media/repair/mask";
import { messageWithFallback } from "@/lib/platform/http/api-error";
import type { EntityKind } from "@/lib/world/schema";
import { revealOnLoad } from "./entity-picture";
import { entityTexts } from "./entity-texts";
import { worldMutationKey } from "./entity-values";
import { PortraitEditForm, type UnsentPrompt } from "./portrait-edit-form";
import { PortraitTakes } from "./portrait-takes";
import { isDrawing, type PortraitJob } from "./use-portrait-job";

const printClasses =
  "portrait-print rounded-[4px] border-2 border-ink bg-[#fffdf7] px-2.5 pt-2.5 text-[#17130e] shadow-hard group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-blue";

interface PortraitAreaProps {
  kind: EntityKind;
  /** Alternative text of the picture; empty without a name. */
  name: string;
  url: string | null;
  /** Every picture so far, newest first. */
  takes: string[];
  job?: PortraitJob | null;
  /** Whether another request draws the first portrait. */
  isPortraitPending?: boolean;
  /** Draws a picture; without it, pictures can only be uploaded. */
  onGenerate?: () => void;
  generating?: boolean;
  /** Edits the portrait by a prompt. */
  onRefine?: (prompt: string, mask?: MaskShapes) => void;
  /** Finds an edit prompt that was not sent; null while the edit form is closed. */
  unsentRef?: Ref<UnsentPrompt>;
  /** Id of the owner of the edit prompt's draft. */
  ownerId: string;
  /** Makes a picture the portrait: an upload or an earlier take. */
  onPicture: (url: string) => Promise<void> | void;
  /** Story whose prices apply. */
  storyId?: string;
  /** What else Generate and Edit do. */
  hint?: string;
  /** Text in the empty frame. */
  children: ReactNode;
  areaRef?: Ref<HTMLElement>;
}

/** The portrait in its frame, with its actions: generate, edit, upload, choose an earlier take. */
export function PortraitArea({
  kind,
  name,
  url,
  takes,
  job = null,
  isPortraitPending = false,
  onGenerate,
  generating = false,
  onRefine,
  unsentRef,
  ownerId,
  onPicture,
  storyId,
  hint,
  children,
  areaRef,
}: PortraitAreaProps) {
  const hintId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const [editing, setEditing] = useState(false);
  const [isDuplicate, setIsDuplicate] = useState(false);
  const upload = useUpload({
    mutationKey: worldMutationKey(ownerId, "upload"),
    multiple: true,
    keep(url) {
      setIsDuplicate(false);
      return onPicture(url);
    },
  });
  const choose = useDedupedMutation({
    mutationFn: async (take: string) => onPicture(take),
    // The last choice wins.
    scope: { id: `portrait:${ownerId}` },
    meta: { handlesError: "while-mounted" },
    onError: () => playSound("error"),
  });
  const busy = isDrawing(job) || generating;
  const spot = useSpot(ownerId, url);
  const isMarking = spot.isOn && editing && !busy;
  // Generate stays possible while the first portrait is pending, because its job may be lost.
  const drawing = busy || isPortraitPending;
  const failure = job?.status === "failed" ? job.error : null;
  const refusal = upload.error ?? choose.error;

  // Closes the form once the edited portrait has arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new picture
  useEffect(() => setEditing(false), [url]);

  // An ended job is cleared at once; its result is kept here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state
  useEffect(() => {
    if (isDrawing(job)) setIsDuplicate(false);
    if (job?.status !== "completed") return;
    setIsDuplicate(job.isDuplicate);
    // An identical picture does not change `url`, so close explicitly.
    setEditing(false);
  }, [job?.status]);

  function clearMessages() {
    upload.clearError();
    choose.clearError();
    setIsDuplicate(false);
  }

  function closeEdit() {
    setEditing(false);
    edit.current?.focus();
  }

  return (
    <section
      ref={areaRef}
      tabIndex={-1}
      aria-label="Picture"
      aria-busy={drawing}
      className="portrait group mx-auto grid w-full max-w-96 min-w-0 grid-cols-1 gap-3.5 outline-none"
      {...upload.handlers}
    >
      <div className={cx(printClasses, !name && "pb-2.5")}>
        <div
          className={cx(
            "relative grid overflow-clip border-2 border-[#17130e] bg-[#f3e7cc] *:min-h-0 *:[grid-area:1/1] [&>img]:size-full [&>img]:object-cover",
            upload.isOver && "outline-3 -outline-offset-8 outline-blue outline-dashed",
            kind === "location" ? "aspect-3/2" : "aspect-3/4",
            // On a phone the fields come before an empty frame.
            !url && "max-sm:aspect-3/2",
          )}
        >
          {url && isMarking ? (
            <div className="@container-size grid place-items-center">
              <SpotPicture url={url} spot={spot} />
            </div>
          ) : url ? (
            <ImageWithFallback
              src={url}
              alt={entityTexts[kind].pictureOf(name)}
              onLoad={revealOnLoad}
              fallback={
                <p className="grid place-items-center p-6 text-sm font-bold">
                  Failed to load image
                </p>
              }
            />
          ) : (
            !drawing && (
              <div className="grid place-items-center p-6 text-sm text-center">{children}</div>
            )
          )}
          {drawing && <PortraitProgress job={job} />}
          {upload.isOver && (
            <p className="z-2 grid place-items-center bg-[#fffdf7]/88 text-[#17130e] font-bold">
              Drop the picture here
            </p>
          )}
        </div>
        {name && (
          <p className="px-1 pt-1.5 pb-2 text-center font-display text-lg/5.5 tracking-[0.02em] wrap-anywhere">
            {name}
          </p>
        )}
      </div>
      {failure && !drawing && <Notice tone="error">{failure}</Notice>}
      {isDuplicate && !drawing && <Notice>{duplicatePictureText}</Notice>}
      {refusal && (
        <Notice tone="error">
          {upload.error?.message ?? messageWithFallback(refusal, "Failed to update the picture")}
          {upload.error?.problems.map((problem) => (
            <span key={problem} className="block wrap-anywhere">
              {problem}
            </span>
          ))}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {onGenerate && (
          <>
            <Button
              size="sm"
              className="flex-1"
              loading={busy}
              aria-describedby={hint && hintId}
              onClick={() => {
                clearMessages();
                onGenerate();
              }}
            >
              {url ? <RefreshCw aria-hidden="true" /> : <Sparkles aria-hidden="true" />}
              {url ? "Regenerate" : "Generate"}
            </Button>
            <Button
              ref={edit}
              size="sm"
              className="flex-1"
              disabled={!url || busy}
              aria-describedby={hint && hintId}
              title={url ? undefined : "There is no picture to edit yet"}
              aria-expanded={editing && !drawing}
              onClick={() => setEditing(!editing)}
            >
              <Wand2 aria-hidden="true" /> Edit
            </Button>
          </>
        )}
        <Button
          size="sm"
          className="flex-1"
          loading={upload.isPending}
          onClick={() => picker.current?.click()}
        >
          <Upload aria-hidden="true" /> Upload
        </Button>
        <PictureInput ref={picker} multiple onFiles={upload.upload} />
      </div>
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {editing && url && (
        // Hidden while drawing, so that after an error its text is still there.
        <div hidden={drawing}>
          <SpotBar spot={spot} className="mb-2" />
          <PortraitEditForm
            spot={spot}
            ownerId={ownerId}
            onCancel={closeEdit}
            unsentRef={drawing ? undefined : unsentRef}
            onSubmit={(prompt) => {
              clearMessages();
              onRefine?.(prompt, spot.isOn ? spot.mask : undefined);
              // The pressed button unmounts: scroll to the portrait being drawn.
              const area = edit.current?.closest<HTMLElement>(".portrait");
              area?.focus({ preventScroll: true });
              area?.scrollIntoView({ block: "start" });
            }}
          />
        </div>
      )}
      {storyId && <CostHint storyId={storyId} of={({ picture }) => picture} what="for a picture" />}
      <PortraitTakes
        urls={takes}
        chosen={url}
        pending={choose.isPending ? (choose.variables ?? null) : null}
        onChoose={(take) => {
          clearMessages();
          choose.mutate(take);
        }}
      />
    </section>
  );
}

const statusTexts = {
  starting: "Starting...",
  queued: "Waiting in the queue...",
  processing: "Usually takes 10-40 seconds",
  completed: "",
  failed: "",
} as const satisfies Record<PortraitJob["status"], string>;

function PortraitProgress({ job }: { job: PortraitJob | null }) {
  return (
    <div className="being-drawn z-1 grid place-items-center content-center gap-2 p-5" role="status">
      <span className="display text-2xl">Generating Image</span>
      <span className="text-sm">
        {job?.isWaiting ? stalledText : statusTexts[job?.status ?? "processing"]}
      </span>
      <Progress
        className="w-full"
        label="Generating Image"
        value={job && job.progress > 0 ? job.progress : undefined}
      />
    </div>
  );
}
