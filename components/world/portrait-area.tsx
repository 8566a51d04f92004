"use client";
import { RefreshCw, Sparkles, Upload, Wand2 } from "lucide-react";
import {
  type DragEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { PictureInput } from "@/components/media/picture-input";
import { CostHint } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { playSound } from "@/components/ui/sound";
import { stalledText } from "@/components/ui/stalled-notice";
import { cx } from "@/components/ui/utils/cx";
import { messageWithFallback } from "@/lib/platform/http/api-error";
import type { EntityKind } from "@/lib/world/schema";
import { revealOnLoad } from "./entity-picture";
import { entityTexts } from "./entity-texts";
import { PortraitEditForm, type UnsentPrompt } from "./portrait-edit-form";
import { PortraitTakes } from "./portrait-takes";
import { duplicatePictureText, isDrawing, type PortraitJob } from "./portrait-watch";
import { UploadsError, usePortraitUploads } from "./use-portrait-uploads";

interface PortraitAreaProps {
  kind: EntityKind;
  /** What the picture is called by; empty while there is no name. */
  name: string;
  url: string | null;
  /** Every picture it ever had, the newest first. */
  takes: string[];
  job: PortraitJob | null;
  /** The first picture is on its way, though not from here. */
  isPortraitPending?: boolean;
  onGenerate: () => void;
  generating?: boolean;
  /** Has the picture changed as the words say. */
  onRefine: (prompt: string) => void;
  /** Empty while nothing is being changed in words, or what was sent is being drawn. */
  unsentRef?: Ref<UnsentPrompt>;
  /** Of whom the words are that say what should be different. */
  ownerId: string;
  /** Makes a picture the portrait: one that was uploaded, or an earlier take. */
  onPicture: (url: string) => Promise<void> | void;
  /** Whose prices a picture has. */
  storyId: string;
  /** What else a press on Generate or Edit does. */
  hint?: string;
  /** Words in the empty frame. */
  children: ReactNode;
  areaRef?: Ref<HTMLElement>;
}

/** The portrait in its frame: drawn anew, uploaded, or one of those it had before. */
export function PortraitArea({
  kind,
  name,
  url,
  takes,
  job,
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
  const [over, setOver] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const [editing, setEditing] = useState(false);
  const upload = usePortraitUploads(ownerId, onPicture);
  const choose = useDedupedMutation({
    mutationFn: async (take: string) => onPicture(take),
    // The last choice holds.
    scope: { id: `portrait:${ownerId}` },
    meta: { handlesError: true },
    onError: () => playSound("error"),
  });
  const busy = isDrawing(job) || generating;
  // Whoever waits for a first picture may ask for it all the same: it may have been lost.
  const drawing = busy || isPortraitPending;
  const failure = job?.status === "failed" ? job.error : null;
  const refusal = upload.error ?? choose.error;

  // What was to be different is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other picture
  useEffect(() => setEditing(false), [url]);

  const [isDuplicate, setIsDuplicate] = useState(false);
  // A job that has ended is forgotten at once: what is to be said of it stays here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state
  useEffect(() => {
    if (isDrawing(job)) setIsDuplicate(false);
    if (job?.status !== "completed") return;
    setIsDuplicate(job.isDuplicate);
    // The same picture leaves nothing else that would close it.
    setEditing(false);
  }, [job?.status]);

  function clearMessages() {
    upload.reset();
    choose.reset();
    setIsDuplicate(false);
  }

  function closeEdit() {
    setEditing(false);
    edit.current?.focus();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    setIsDuplicate(false);
    upload.mutate([...event.dataTransfer.files]);
  }

  return (
    <section
      ref={areaRef}
      tabIndex={-1}
      aria-label="Picture"
      aria-busy={drawing}
      className="portrait"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <div className={cx("portrait-print", over && "portrait-over")}>
        <div className={cx("portrait-frame", kind === "character" ? "aspect-3/4" : "aspect-3/2")}>
          {url ? (
            // biome-ignore lint/performance/noImgElement: our own origin serves it
            <img
              key={url}
              src={url}
              alt={entityTexts[kind].pictureOf(name)}
              onLoad={revealOnLoad}
            />
          ) : (
            !drawing && (
              <div className="grid place-items-center p-6 text-sm text-center">{children}</div>
            )
          )}
          {drawing && <PortraitProgress job={job} />}
          {over && (
            <p className="z-2 grid place-items-center bg-[#fffdf7]/88 text-[#17130e] font-bold">
              Drop the picture here
            </p>
          )}
        </div>
        {name && <p className="portrait-caption">{name}</p>}
      </div>
      {failure && !drawing && <Notice tone="error">{failure}</Notice>}
      {isDuplicate && !drawing && <Notice>{duplicatePictureText}</Notice>}
      {refusal && (
        <Notice tone="error">
          {refusal instanceof UploadsError
            ? refusal.message
            : messageWithFallback(refusal, "Failed to update the picture")}
          {refusal instanceof UploadsError &&
            refusal.problems.map((problem) => (
              <span key={problem} className="block wrap-anywhere">
                {problem}
              </span>
            ))}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
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
        <Button
          size="sm"
          className="flex-1"
          loading={upload.isPending}
          onClick={() => picker.current?.click()}
        >
          <Upload aria-hidden="true" /> Upload
        </Button>
        <PictureInput
          ref={picker}
          multiple
          onFiles={(files) => {
            if (files.length === 0) return;
            setIsDuplicate(false);
            upload.mutate(files);
          }}
        />
      </div>
      {hint && (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {editing && url && (
        // Hidden while it is drawn: what failed is there again with its words.
        <div hidden={drawing}>
          <PortraitEditForm
            ownerId={ownerId}
            onCancel={closeEdit}
            unsentRef={drawing ? undefined : unsentRef}
            onSubmit={(prompt) => {
              clearMessages();
              onRefine(prompt);
              // What was pressed goes: the picture that is being drawn is what there is to see.
              const area = edit.current?.closest<HTMLElement>(".portrait");
              area?.focus({ preventScroll: true });
              area?.scrollIntoView({ block: "start" });
            }}
          />
        </div>
      )}
      <CostHint storyId={storyId} of={({ picture }) => picture} what="for a picture" />
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
    <div className="portrait-drawing" role="status">
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
