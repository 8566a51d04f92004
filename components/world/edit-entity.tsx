"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { CastChanges } from "@/components/library/cast-changes";
import { CastSection } from "@/components/library/cast-section";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { useEditForm } from "@/components/ui/forms/use-edit-form";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { updateEntity } from "@/lib/world/client";
import { sheetOptions } from "@/lib/world/references/client";
import { type Entity, type EntityKind, entityEditForm } from "@/lib/world/schema";
import { DeleteSection } from "./delete-section";
import { checkImagePrompt, EntityFields } from "./entity-fields";
import { entityFormClasses } from "./entity-form-classes";
import { entityTexts } from "./entity-texts";
import { editLabels, toFormValues } from "./entity-values";
import { PortraitArea } from "./portrait-area";
import type { UnsentPrompt } from "./portrait-edit-form";
import { ReferenceSection } from "./references/reference-section";
import { upsertEntity } from "./story-entities";
import type { EntitySave } from "./use-entity-save";
import {
  clearPortraitJob,
  isDrawing,
  useDrawPortrait,
  useIsPortraitPending,
  usePortraitJob,
  useShownPortrait,
} from "./use-portrait-job";

interface EditEntityProps {
  formId: string;
  kind: EntityKind;
  /** The current entity. */
  entity: Entity;
  save: EntitySave;
  firstField: RefObject<HTMLInputElement | null>;
  /** Whether this dialog has just added it. */
  justAdded: boolean;
  onDone: () => void;
}

/** Edits an entity. Texts are saved together; a picture takes effect as soon as it is chosen. */
export function EditEntity(props: EditEntityProps) {
  const { formId, kind, entity, save, firstField, justAdded, onDone } = props;
  const texts = entityTexts[kind];
  const queryClient = useQueryClient();
  const { mutate: drawPortrait } = useDrawPortrait(kind);
  const job = usePortraitJob(entity);
  const isPortraitPending = useIsPortraitPending(entity);
  useShownPortrait(kind, entity);
  const { data: sheet } = useQuery(sheetOptions(kind, entity._id, entity.storyId));

  const saved = toFormValues(entity);
  const [problem, setProblem] = useState<string | null>(null);
  const { form, draft, submit } = useEditForm(entityEditForm[kind], {
    key: `${kind}:${entity._id}`,
    open: true,
    saved,
    labels: editLabels,
    failure: `Failed to save ${kind}`,
    send: (changes) => save.mutateAsync({ entity, changes }),
    onSaved({ name }) {
      toast.success(texts.saved, { duration: 2_000 });
      if (name === entity.name || entity.sceneCount === 0) return;
      const text = `Existing scenes and bubbles keep “${entity.name}”. New ones use “${name}”.`;
      toast.info(text, { duration: 10_000 });
    },
    onDone,
    onProblem: setProblem,
  });

  /** The last portrait drawn here, with its prompt. */
  const [drawn, setDrawn] = useState<{ url: string; prompt: string } | null>(null);
  const promptAtStart = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each job that has ended
  useEffect(() => {
    if (job?.status !== "completed") return;
    const prompt = form.getValues("imagePrompt").trim();
    const untouched = prompt === (promptAtStart.current ?? saved.imagePrompt);
    const { imageUrl, prompt: used } = job.made ?? {};
    if (used && untouched) form.setValue("imagePrompt", used);
    if (used && imageUrl) setDrawn({ url: imageUrl, prompt: used });
    clearPortraitJob(entity);
  }, [job?.status]);

  const url = entity.primaryImageUrl;
  const prompt = form.watch("imagePrompt").trim();
  const promptIsNew =
    url !== null &&
    !isDrawing(job) &&
    prompt !== saved.imagePrompt &&
    !(drawn?.url === url && drawn.prompt === prompt);

  async function draw() {
    if (!checkImagePrompt(form)) return;
    if (!(await form.trigger("imagePrompt", { shouldFocus: true }))) return;
    const prompt = form.getValues("imagePrompt").trim();
    promptAtStart.current = prompt;
    drawPortrait({ entity, work: "regenerate", prompt });
  }

  const unsent = useRef<UnsentPrompt>(null);
  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    if (justAdded) area.current?.focus();
  }, [justAdded]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <CastChanges entity={entity} isNews />
      <form
        id={formId}
        noValidate
        className={entityFormClasses}
        onSubmit={(event) => {
          // Saving closes the dialog, and with it an unsent edit prompt.
          if (unsent.current?.point()) return event.preventDefault();
          void submit(event);
        }}
      >
        <PortraitArea
          storyId={entity.storyId}
          kind={kind}
          name={entity.name}
          url={entity.primaryImageUrl}
          takes={entity.imageUrls}
          job={job}
          isPortraitPending={isPortraitPending}
          onGenerate={() => void draw()}
          onRefine={(prompt, mask) => drawPortrait({ entity, work: "edit", prompt, mask })}
          unsentRef={unsent}
          ownerId={entity._id}
          onPicture={async (url) => {
            upsertEntity(
              queryClient,
              kind,
              await updateEntity(kind, entity._id, { primaryImageUrl: url }),
            );
          }}
          areaRef={area}
        >
          No picture yet. Generate it from the image prompt, or upload your own.
        </PortraitArea>
        <div className="grid gap-5 min-w-0">
          <DraftNotice draft={draft} labels={editLabels} />
          {problem && <Notice tone="error">{problem}</Notice>}
          <EntityFields
            {...{ kind, form, promptIsNew }}
            nameRef={firstField}
            hasLora={kind === "character" && Boolean(sheet?.takesLora || entity.lora)}
          />
        </div>
      </form>
      <ReferenceSection kind={kind} entity={entity} />
      <CastSection
        kind={kind}
        entity={entity}
        onMerged={() => {
          draft.discard();
          onDone();
        }}
      />
      <DeleteSection
        kind={kind}
        entity={entity}
        onDeleted={() => {
          draft.discard();
          onDone();
        }}
      />
    </div>
  );
}
