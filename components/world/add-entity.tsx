"use client";
import { useIsMutating } from "@tanstack/react-query";
import { PencilLine, Sparkles } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { spotDrafts } from "@/components/media/spot/spot-drafts";
import { Button } from "@/components/ui/button";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { mapFormError } from "@/components/ui/forms/form-errors";
import { useFormDraft } from "@/components/ui/forms/use-form-draft";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { Notice } from "@/components/ui/notice";
import { playSound } from "@/components/ui/sound";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { toast } from "@/components/ui/toast";
import {
  characterSheetBody,
  locationSheetBody,
  type SheetReply,
} from "@/lib/generation/text/schema";
import type { MaskShapes } from "@/lib/media/repair/mask";
import { messageWithFallback } from "@/lib/platform/http/api-error";
import { z } from "@/lib/platform/zod";
import type { Story } from "@/lib/stories/schema";
import {
  type Entity,
  type EntityFormValues,
  type EntityKind,
  entityForm,
} from "@/lib/world/schema";
import { checkImagePrompt, EntityFields } from "./entity-fields";
import { entityFormClasses } from "./entity-form-classes";
import { entityTexts } from "./entity-texts";
import { blankValues, fieldNames, newEntityKey, worldMutationKey } from "./entity-values";
import { PortraitArea } from "./portrait-area";
import { portraitPromptDrafts } from "./portrait-drafts";
import type { UnsentPrompt } from "./portrait-edit-form";
import { QuickGenerate } from "./quick-generate";
import type { EntitySave } from "./use-entity-save";
import { useDrawPortrait } from "./use-portrait-job";

export type EntityTab = "generate" | "manual";

interface AddEntityProps {
  formId: string;
  /** Id of the form on the Generate tab. */
  ideaFormId: string;
  story: Story;
  kind: EntityKind;
  save: EntitySave;
  tab: EntityTab;
  onTabChange: (tab: EntityTab) => void;
  firstField: RefObject<HTMLTextAreaElement | null>;
  /** Called if the dialog stays open for the requested portrait. */
  onAdded: (entity: Entity) => void;
  onDone: () => void;
}

interface AddValues extends EntityFormValues {
  /** Address of the uploaded portrait, or empty. */
  picture: string;
  /** Every uploaded picture, newest first. */
  pictures: string[];
}

const ideaSchemas = {
  character: characterSheetBody.pick({ description: true }),
  location: locationSheetBody.pick({ description: true }),
};

const blank: AddValues = { ...blankValues, picture: "", pictures: [] };
const pictureMissingText =
  "Your picture is no longer available. Upload it again, or generate one from the image prompt.";
const blankIdea = { description: "" };

/** Adds an entity: from a short idea, or by hand. */
export function AddEntity(props: AddEntityProps) {
  const { formId, ideaFormId, story, kind, save, tab, onTabChange, firstField, onAdded, onDone } =
    props;
  const texts = entityTexts[kind];
  const { mutate: drawPortrait } = useDrawPortrait(kind);
  const refineId = newEntityKey(kind, story._id);
  const isUploading = useIsMutating({ mutationKey: worldMutationKey(refineId, "upload") }) > 0;
  const { form, show } = useSchemaForm(
    entityForm[kind].extend({
      picture: z.string().max(200),
      pictures: z.array(z.string().max(200)).max(500),
    }),
    blank,
  );
  const { form: idea } = useSchemaForm(ideaSchemas[kind], blankIdea);
  const formDraft = useFormDraft(form, {
    key: `${kind}-new:${story._id}`,
    open: true,
    saved: blank,
  });
  const ideaDraft = useFormDraft(idea, {
    key: `${kind}-idea:${story._id}`,
    open: true,
    saved: blankIdea,
  });
  const [problem, setProblem] = useState<string | null>(null);
  /** The form's values before the AI filled it in; null if it did not. */
  const [replaced, setReplaced] = useState<AddValues | "nothing" | null>(null);
  const [drawing, setDrawing] = useState(false);
  const unsent = useRef<UnsentPrompt>(null);
  const [name, picture, pictures] = form.watch(["name", "picture", "pictures"]);

  // Synchronously, before the browser notices that the focused element is hidden: the dialog would
  // take the focus.
  const showManual = useCallback(() => {
    flushSync(() => onTabChange("manual"));
    form.setFocus("name");
  }, [form, onTabChange]);

  // Shows the tab with the restored draft.
  const { isRestored } = formDraft;
  useEffect(() => {
    if (!isRestored) return;
    const frame = requestAnimationFrame(showManual);
    return () => cancelAnimationFrame(frame);
  }, [isRestored, showManual]);

  function fill(sheet: SheetReply) {
    const before = form.getValues();
    setReplaced(fieldNames.some((field) => before[field].trim() !== "") ? before : "nothing");
    for (const field of fieldNames) form.setValue(field, sheet[field], { shouldDirty: true });
    // An author already on the other tab is typing there.
    if (tab === "generate") showManual();
  }

  function undo(values: AddValues) {
    for (const field of fieldNames) form.setValue(field, values[field]);
    setReplaced(null);
  }

  function choosePicture(url: string) {
    const before = form.getValues("pictures");
    if (!before.includes(url)) form.setValue("pictures", [url, ...before]);
    form.setValue("picture", url, { shouldDirty: true });
  }

  /**
   * Adds the entity.
   * @param draw true draws a portrait, even if there is one; a prompt edits the uploaded one. The
   * dialog stays open for both
   * @param mask the only part of the portrait that an edit changes
   */
  function create(
    { picture: url, pictures: all, ...values }: AddValues,
    draw: boolean | string,
    mask?: MaskShapes,
  ) {
    // Submitting without the pending upload would draw, and charge for, another picture.
    if (save.isPending || isUploading) return;
    setProblem(null);
    setDrawing(draw !== false);
    save.mutate(
      { entity: null, values, pictures: url ? [...all.filter((one) => one !== url), url] : [] },
      {
        onSuccess(entity) {
          formDraft.markSaved();
          ideaDraft.markSaved();
          playSound("newEntity");
          toast.success(texts.added, { duration: 2_000 });
          if (typeof draw === "string") {
            portraitPromptDrafts.set(refineId, "");
            spotDrafts.set(entity._id, spotDrafts.get(refineId));
            spotDrafts.set(refineId, null);
            drawPortrait({ entity, work: "edit", prompt: draw, mask });
          } else if (draw || !entity.primaryImageUrl)
            drawPortrait({ entity, work: "regenerate", quiet: true });
          if (draw) onAdded(entity);
          else onDone();
        },
        onError(error) {
          // An unused upload is deleted after a day; this draft can be older.
          if (mapFormError(error, ["primaryImageUrl"], "").fields.length > 0) {
            form.setValue("picture", "");
            form.setValue("pictures", []);
            setProblem(pictureMissingText);
            return;
          }
          const failure = `Failed to add ${kind}`;
          // Closed while it waited for a connection.
          if (!formDraft.isShown()) return toast.error(messageWithFallback(error, failure));
          const { fields, text } = mapFormError(error, fieldNames, failure);
          show({ fields, text: null });
          setProblem(text);
        },
      },
    );
  }

  function draw() {
    if (checkImagePrompt(form)) void form.handleSubmit((values) => create(values, true))();
  }

  return (
    <Tabs value={tab} onValueChange={onTabChange}>
      <TabList label={`Ways to add a ${kind}`}>
        <Tab value="generate" icon={<Sparkles aria-hidden="true" />}>
          Generate
        </Tab>
        <Tab value="manual" icon={<PencilLine aria-hidden="true" />}>
          Manual
        </Tab>
      </TabList>
      <TabPanel value="generate" keepMounted>
        <div className="grid gap-5">
          <DraftNotice draft={ideaDraft} labels={{}} />
          <QuickGenerate
            formId={ideaFormId}
            kind={kind}
            storyId={story._id}
            form={idea}
            fieldRef={firstField}
            onFilled={fill}
          />
        </div>
      </TabPanel>
      <TabPanel value="manual" keepMounted>
        <form
          id={formId}
          noValidate
          className={entityFormClasses}
          onSubmit={(event) => {
            // Adding closes the dialog, and with it an unsent edit prompt.
            if (unsent.current?.point()) return event.preventDefault();
            void form.handleSubmit((values) => create(values, false))(event);
          }}
        >
          <PortraitArea
            storyId={story._id}
            kind={kind}
            name={name}
            url={picture || null}
            takes={pictures}
            job={null}
            generating={drawing && save.isPending}
            onGenerate={draw}
            onRefine={(prompt, mask) =>
              void form.handleSubmit((values) => create(values, prompt, mask))()
            }
            unsentRef={unsent}
            ownerId={refineId}
            onPicture={choosePicture}
            hint={`Generating or editing a picture adds the ${kind} to the story. You can continue here.`}
          >
            No picture yet. Upload one, or it is generated from the image prompt when the {kind} is
            added.
          </PortraitArea>
          <div className="grid gap-5 min-w-0">
            <DraftNotice draft={formDraft} labels={{}} />
            {replaced && (
              <Notice
                tone="success"
                action={
                  replaced !== "nothing" && (
                    <Button size="sm" onClick={() => undo(replaced)}>
                      Undo
                    </Button>
                  )
                }
              >
                Filled in from your description. Edit it as you like.
              </Notice>
            )}
            {problem && <Notice tone="error">{problem}</Notice>}
            <p role="status" className="text-sm text-ink-soft empty:sr-only">
              {isUploading && `Your picture is being uploaded. Then the ${kind} can be added.`}
            </p>
            {/* Read-only, since the pending request would not include further text. */}
            <EntityFields kind={kind} form={form} readOnly={save.isPending} />
          </div>
        </form>
      </TabPanel>
    </Tabs>
  );
}
