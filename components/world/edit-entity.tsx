"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Notice } from "@/components/ui/notice";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { useKeptForm } from "@/components/ui/use-kept-form";
import { updateEntity } from "@/lib/world/client";
import {
  type Entity,
  type EntityFormValues,
  type EntityKind,
  entityForm,
} from "@/lib/world/schema";
import { DeleteSection } from "./delete-section";
import { EntityFields } from "./entity-fields";
import { differing, isSame, merged, valuesOf } from "./entity-values";
import { PortraitArea } from "./portrait-area";
import { forgetPortraitJob, usePortraitJob, usePortraitStart } from "./portrait-job";
import { RestoredNotice } from "./restored-notice";
import { saveFailure } from "./save-failure";
import { StaleChoice } from "./stale-choice";
import { putEntity } from "./story-entities";
import { useAwaitingPortrait } from "./use-awaiting-portrait";
import { type EntitySave, newerVersion } from "./use-entity-save";
import { words } from "./words";

interface EditEntityProps {
  formId: string;
  kind: EntityKind;
  /** As it is now. */
  entity: Entity;
  save: EntitySave;
  firstField: RefObject<HTMLInputElement | null>;
  /** It was added a moment ago, in this dialog. */
  justAdded: boolean;
  onDone: () => void;
}

/** The version travels with what is kept of the form: an old draft does not pass for a new one. */
interface EditValues extends EntityFormValues {
  version: number;
}

const editValues = (entity: Entity): EditValues => ({
  ...valuesOf(entity),
  version: entity.version,
});

/** Changing one. Words are saved together; a picture is its picture as soon as it is chosen. */
export function EditEntity(props: EditEntityProps) {
  const { formId, kind, entity, save, firstField, justAdded, onDone } = props;
  const say = words[kind];
  const queryClient = useQueryClient();
  const start = usePortraitStart(kind);
  const job = usePortraitJob(entity._id);
  const awaiting = useAwaitingPortrait(entity);

  const [base, setBase] = useState(() => editValues(entity));
  const form = useForm<EditValues>({
    resolver: zodResolver(entityForm[kind].extend({ version: z.number() })),
    defaultValues: base,
    reValidateMode: "onSubmit",
  });
  const kept = useKeptForm(form, { key: `${kind}:${entity._id}`, open: true, saved: base });
  const [problem, setProblem] = useState<string | null>(null);
  const [stale, setStale] = useState<{ message: string; newer: Entity } | null>(null);

  // The form follows its new base once that is rendered.
  const follow = useRef<"all" | "version" | null>(null);
  const rebase = (next: Entity, what: "all" | "version") => {
    follow.current = what;
    setBase(editValues(next));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the base that is followed
  useEffect(() => {
    if (follow.current === "all") kept.forget();
    if (follow.current === "version") form.setValue("version", base.version);
    follow.current = null;
  }, [base]);

  // Saved elsewhere while this is open: followed where nothing typed here would be lost by it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the saved version that is watched
  useEffect(() => {
    if (entity.version <= base.version) return;
    const shown = form.getValues();
    if (isSame(shown, base)) rebase(entity, "all");
    else if (isSame(valuesOf(entity), base) && shown.version === base.version) {
      rebase(entity, "version");
    }
  }, [entity.version]);

  const promptAtStart = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each job that has ended
  useEffect(() => {
    if (job?.status !== "completed") return;
    const prompt = form.getValues("imagePrompt").trim();
    const untouched = prompt === (promptAtStart.current ?? base.imagePrompt);
    if (job.prompt && untouched) form.setValue("imagePrompt", job.prompt);
    forgetPortraitJob(queryClient, entity._id);
  }, [job?.status]);

  async function draw() {
    const prompt = form.getValues("imagePrompt").trim();
    if (prompt === "") {
      form.setError(
        "imagePrompt",
        { message: "Please enter an image generation prompt first" },
        { shouldFocus: true },
      );
      return;
    }
    if (!(await form.trigger("imagePrompt", { shouldFocus: true }))) return;
    promptAtStart.current = prompt;
    start.mutate({ entity, prompt });
  }

  function send(values: EntityFormValues, from: EntityFormValues, version: number) {
    if (save.isPending) return;
    setProblem(null);
    save.mutate(
      { entityId: entity._id, changes: { ...differing(values, from), version } },
      {
        onSuccess(saved) {
          setStale(null);
          rebase(saved, "all");
          playSound("saved");
          toast.success(say.saved, { duration: 2_000 });
          onDone();
        },
        onError(error) {
          playSound("error");
          const newer = newerVersion(error);
          if (newer) setStale({ message: error.message, newer });
          else setProblem(saveFailure(error, form));
        },
      },
    );
  }

  function submit(values: EditValues) {
    if (!isSame(values, base)) return send(values, base, values.version);
    kept.forget();
    onDone();
  }

  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    if (justAdded) area.current?.focus();
  }, [justAdded]);

  return (
    <div className="grid gap-6">
      <form id={formId} noValidate className="entity-form" onSubmit={form.handleSubmit(submit)}>
        <PortraitArea
          kind={kind}
          name={entity.name}
          url={entity.primaryImageUrl}
          takes={entity.imageUrls}
          job={job}
          awaiting={awaiting}
          onGenerate={() => void draw()}
          onPicture={async (url) => {
            putEntity(
              queryClient,
              kind,
              await updateEntity(kind, entity._id, { primaryImageUrl: url }),
            );
          }}
          areaRef={area}
        >
          No picture yet. Have it drawn from the image prompt, or drop one of your own here.
        </PortraitArea>
        <div className="entity-words">
          {kept.restored && (
            <RestoredNotice label="Use the saved version" onDiscard={kept.forget} />
          )}
          {stale && (
            <StaleChoice
              message={stale.message}
              mine={merged(form.watch(), valuesOf(stale.newer), base)}
              theirs={valuesOf(stale.newer)}
              saving={save.isPending}
              onKeepMine={form.handleSubmit((values) => {
                const theirs = valuesOf(stale.newer);
                send(merged(values, theirs, base), theirs, stale.newer.version);
              })}
              onTakeTheirs={() => {
                putEntity(queryClient, kind, stale.newer);
                rebase(stale.newer, "all");
                setStale(null);
              }}
            />
          )}
          {problem && <Notice tone="error">{problem}</Notice>}
          <EntityFields kind={kind} form={form} nameRef={firstField} />
        </div>
      </form>
      <DeleteSection
        kind={kind}
        entity={entity}
        onDeleted={() => {
          kept.forget();
          onDone();
        }}
      />
    </div>
  );
}
