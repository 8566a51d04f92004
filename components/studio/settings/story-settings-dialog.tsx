"use client";
import { useId } from "react";
import { Controller } from "react-hook-form";
import { StorySpending } from "@/components/spending/story-costs";
import { Dialog } from "@/components/ui/dialog";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { FieldError } from "@/components/ui/forms/field-error";
import { FormFooter } from "@/components/ui/forms/form-footer";
import { RadioGroup } from "@/components/ui/forms/radio-group";
import { Select } from "@/components/ui/forms/select";
import { Switch } from "@/components/ui/forms/switch";
import { Textarea } from "@/components/ui/forms/text-input";
import { useEditForm } from "@/components/ui/forms/use-edit-form";
import type { Conflict } from "@/components/ui/forms/use-form-draft";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { toast } from "@/components/ui/toast";
import { type AspectRatio, aspectRatios, cssAspect } from "@/lib/scenes/aspect";
import { maxPanels } from "@/lib/scenes/schema";
import { notMadeByHandMessage, originLabels } from "@/lib/stories/ai-disclosure";
import { imageModelTexts, modelHint, type PainterOverride } from "@/lib/stories/image-models";
import { storyLimits } from "@/lib/stories/limits";
import {
  imageModels,
  type Story,
  type StorySettings,
  storySettingsForm,
} from "@/lib/stories/schema";
import { addTags } from "@/lib/stories/tags";
import { usePanelCount } from "../prompt/use-panel-count";
import { TagsField } from "../publishing/tags-input";
import { useDeleteStory, useSaveStory } from "../use-story-mutations";
import { ArtStyleRow } from "./art-style-row";
import { ImmediateSettings } from "./immediate-settings";
import { PictureCheckField, pictureCheckNames } from "./picture-check-field";
import { SoundSwitch } from "./sound-switch";
import { StylePictureField } from "./style-picture-field";
import { TitleField } from "./title-field";

interface StorySettingsDialogProps {
  story: Story;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  otherPainter?: PainterOverride | null;
}

const aspectNames: Record<AspectRatio, string> = {
  "3:4": "Portrait 3:4",
  "3:2": "Landscape 3:2",
  square: "Square",
};
const labels = {
  title: "Title",
  description: "Description",
  tags: "Tags",
  imageGenerationModel: "Image model",
  defaultPanels: "Panels per scene",
  aspectRatio: "Picture format",
  madeByHand: originLabels.without,
  noTraining: "Not for training AI",
  oneLetterSize: "One size of letters on a page",
  styleImageUrl: "Style picture",
  continuesPanels: "Panels take the one before as a reference",
  pictureCheck: "Check pictures",
};
const modelOptions = imageModels
  .toSorted((a, b) => Number(b === "seedream-4") - Number(a === "seedream-4"))
  .map((value) => ({ value, ...imageModelTexts[value] }));

const toSettings = (story: Story, defaultPanels: number): StorySettings => ({
  title: story.title,
  description: story.description,
  tags: story.tags,
  tagDraft: "",
  imageGenerationModel: story.imageGenerationModel,
  defaultPanels,
  aspectRatio: story.aspectRatio,
  madeByHand: story.madeByHand,
  noTraining: story.noTraining,
  oneLetterSize: story.oneLetterSize,
  styleImageUrl: story.styleImageUrl,
  continuesPanels: story.continuesPanels,
  pictureCheck: story.pictureCheck,
});

/** Settings of the story as a whole. */
export function StorySettingsDialog({
  story,
  open,
  onOpenChange,
  otherPainter = null,
}: StorySettingsDialogProps) {
  const formId = useId();
  const [panels, choosePanels] = usePanelCount(story);
  const saved = toSettings(story, panels);
  const save = useSaveStory(story);
  const { form, draft, submit } = useEditForm<StorySettings>(storySettingsForm, {
    key: `story:${story._id}`,
    open,
    saved,
    labels,
    failure: "Failed to save settings",
    send: save.mutateAsync,
    onSaved({ defaultPanels }) {
      choosePanels(defaultPanels);
      toast.success("Story settings saved");
    },
    onDone: () => onOpenChange(false),
  });
  const remove = useDeleteStory(story);
  const busy = save.isPending || remove.isPending || remove.isSuccess;
  const { errors } = form.formState;
  const values = form.watch();

  /** Text left in the tag field counts as a tag. */
  function addPendingTag(): boolean {
    const added = addTags(form.getValues("tags"), form.getValues("tagDraft"));
    setTags(added.tags, added.rest, added.problem);
    if (added.problem) form.setFocus("tags");
    return added.problem === null;
  }

  function setTags(tags: string[], draft: string, problem: string | null) {
    form.setValue("tags", tags);
    form.setValue("tagDraft", draft);
    if (problem) form.setError("tags", { message: problem });
    else form.clearErrors("tags");
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={busy}
      size="lg"
      title="Story Settings"
      footer={
        <FormFooter
          form={formId}
          loading={save.isPending}
          locked={busy}
          onCancel={() => onOpenChange(false)}
        >
          Save
        </FormFooter>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (addPendingTag()) void submit();
        }}
      >
        <DraftNotice draft={draft} labels={labels} formatValue={shownValue} />
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          <div className="grid content-start gap-5">
            <Controller
              control={form.control}
              name="title"
              render={({ field }) => (
                <TitleField
                  inputRef={field.ref}
                  storyId={story._id}
                  value={values.title}
                  onChange={(title) => form.setValue("title", title)}
                  error={errors.title?.message}
                  description={values.description}
                  onMissing={() =>
                    form.setError(
                      "description",
                      { message: "Please provide a story description" },
                      { shouldFocus: true },
                    )
                  }
                />
              )}
            />
            <Controller
              control={form.control}
              name="description"
              render={({ field, fieldState }) => (
                <Field label="Description" error={fieldState.error?.message}>
                  <Textarea
                    {...field}
                    rows={6}
                    counter
                    maxLength={storyLimits.description}
                    warnAt={storyLimits.descriptionWarning}
                  />
                </Field>
              )}
            />
            <Controller
              control={form.control}
              name="tags"
              render={({ field }) => (
                <TagsField
                  inputRef={field.ref}
                  tags={values.tags}
                  draft={values.tagDraft}
                  onChange={setTags}
                  error={errors.tags?.message ?? errors.tags?.root?.message}
                />
              )}
            />
          </div>
          <div className="grid content-start gap-5">
            <ArtStyleRow story={story} />
            <StylePictureField
              label={labels.styleImageUrl}
              story={story}
              value={values.styleImageUrl}
              onChange={(url) => form.setValue("styleImageUrl", url)}
              error={errors.styleImageUrl?.message}
            />
            <Switch
              label={labels.continuesPanels}
              description="Within a scene, so that light, clothes and things stay. No panel waits for another."
              checked={values.continuesPanels}
              onCheckedChange={(is) => form.setValue("continuesPanels", is)}
            />
            <Field
              label="Image model"
              control="button"
              error={errors.imageGenerationModel?.message}
              description={modelHint(values.imageGenerationModel, otherPainter)}
            >
              <Select
                value={values.imageGenerationModel}
                onValueChange={(model) => form.setValue("imageGenerationModel", model)}
                options={modelOptions}
              />
            </Field>
            <PictureCheckField
              storyId={story._id}
              value={values.pictureCheck}
              onChange={(check) => form.setValue("pictureCheck", check)}
            />
            <RadioGroup
              label="Picture format"
              value={values.aspectRatio}
              onChange={(ratio) => form.setValue("aspectRatio", ratio)}
              options={aspectRatios.map((value) => ({
                value,
                name: aspectNames[value],
                icon: (
                  <i
                    className="block h-7 border-2 border-current rounded-[3px]"
                    style={{ aspectRatio: cssAspect[value] }}
                  />
                ),
              }))}
              hint={
                values.aspectRatio !== story.aspectRatio && story.scenes.length > 0
                  ? "Existing pictures are cropped to it. Regenerate them to fill it."
                  : undefined
              }
            />
            <RadioGroup
              label="Panels per scene"
              hideNames
              value={values.defaultPanels}
              onChange={(count) => form.setValue("defaultPanels", count)}
              options={Array.from({ length: maxPanels }, (_, index) => ({
                value: index + 1,
                name: index === 0 ? "1 panel" : `${index + 1} panels`,
                icon: index + 1,
              }))}
              hint="For your next scenes. You can change it for each scene, beside its text box."
            />
            <Switch
              label={labels.oneLetterSize}
              description="Also in bubbles that you placed. Otherwise their letters grow with the panel."
              checked={values.oneLetterSize}
              onCheckedChange={(is) => form.setValue("oneLetterSize", is)}
            />
            <div>
              <Switch
                label={labels.madeByHand}
                description={
                  story.paintedBy
                    ? notMadeByHandMessage
                    : "States that no AI made any of its pictures, takes and portraits. Turned off once one is generated."
                }
                // A choice made before a picture existed can be undone.
                disabled={story.paintedBy !== null && !values.madeByHand}
                checked={values.madeByHand}
                onCheckedChange={(is) => form.setValue("madeByHand", is)}
              />
              {errors.madeByHand && <FieldError>{errors.madeByHand.message}</FieldError>}
            </div>
            <Switch
              label={labels.noTraining}
              description="Asks crawlers to leave this story out of training. Not all of them comply."
              checked={values.noTraining}
              onCheckedChange={(is) => form.setValue("noTraining", is)}
            />
          </div>
        </div>
      </form>
      <ImmediateSettings>
        <SoundSwitch />
        <StorySpending storyId={story._id} />
        <InlineConfirm
          label="Delete Story"
          question="Delete this story with all its scenes, pictures and words? This cannot be undone."
          confirmLabel="Delete"
          disabled={busy}
          onConfirm={async () => {
            await remove.mutateAsync();
            draft.discard();
          }}
        />
      </ImmediateSettings>
    </Dialog>
  );
}

function shownValue({ name, saved }: Conflict): string {
  if (name === "imageGenerationModel")
    return imageModelTexts[saved as StorySettings[typeof name]].label;
  if (name === "styleImageUrl") return saved ? "Another picture" : "None";
  if (name === "pictureCheck") return pictureCheckNames[saved as StorySettings[typeof name]];
  if (name === "aspectRatio") return aspectNames[saved as AspectRatio];
  if (typeof saved === "boolean") return saved ? "On" : "Off";
  return Array.isArray(saved) ? saved.join(", ") : String(saved);
}
