"use client";
import { useEffect, useId, useRef } from "react";
import { Controller } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { RadioGroup } from "@/components/ui/forms/radio-group";
import { Input } from "@/components/ui/forms/text-input";
import { useEditForm } from "@/components/ui/forms/use-edit-form";
import type { Conflict } from "@/components/ui/forms/use-form-draft";
import { dedupeWindowMs } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { preventInputSubmit } from "@/components/ui/utils/prevent-input-submit";
import { picturesOf } from "@/lib/stories/pictures";
import { ratingTexts } from "@/lib/stories/ratings";
import {
  type PublishSettings,
  publishForm,
  type Story,
  type StoryRating,
  storyRatings,
} from "@/lib/stories/schema";
import { addTags } from "@/lib/stories/tags";
import { ImmediateSettings } from "../settings/immediate-settings";
import { useSaveStory } from "../use-story-mutations";
import { CoverPicker } from "./cover-picker";
import { missingAltText } from "./missing-alt-text";
import { PublishPreview } from "./publish-preview";
import { PublishedStory } from "./published-story";
import { TagsField } from "./tags-input";
import { Unpublish } from "./unpublish";

interface PublishDialogProps {
  story: Story;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const labels = { title: "Title", tags: "Tags", rating: "Content rating", coverPanelId: "Cover" };
const ratingMarks: Record<StoryRating, string> = { everyone: "All", teen: "13+", mature: "18+" };

/** Publishes a story: cover, tags, rating and, once it is published, its link. */
export function PublishDialog({ story, open, onOpenChange }: PublishDialogProps) {
  const formId = useId();
  const isPublished = story.status === "published";
  const saved: PublishSettings = {
    title: story.title,
    tags: story.tags,
    tagDraft: "",
    rating: story.rating,
    coverPanelId: story.coverPanelId,
  };
  const save = useSaveStory(story);
  const publishedAt = useRef(Number.NEGATIVE_INFINITY);
  const { form, draft, submit } = useEditForm<PublishSettings>(publishForm, {
    key: `publish:${story._id}`,
    open,
    saved,
    labels,
    failure: isPublished ? "Failed to save" : "Failed to publish",
    hasOtherChanges: !isPublished,
    send: (changes) =>
      save.mutateAsync({ ...changes, ...(isPublished ? {} : { status: "published" }) }),
    // The open dialog itself says that the story is published.
    onSaved() {
      if (isPublished) toast.success("Saved");
      else publishedAt.current = performance.now();
    },
    onDone: () => isPublished && onOpenChange(false),
  });
  const isSaving = save.isPending && save.variables?.status !== "draft";
  const values = form.watch();
  // A chosen panel may be deleted by now: fall back to the first picture.
  const isCoverThere = picturesOf(story).some(({ panel }) => panel._id === values.coverPanelId);
  const settings = isCoverThere ? values : { ...values, coverPanelId: saved.coverPanelId };
  const isChanged = JSON.stringify(settings) !== JSON.stringify(saved);
  const { link, cancel } = useFocusOnPublish(isPublished, open, save.isPending);

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
      locked={save.isPending}
      size="lg"
      title={isPublished ? "Your story is published" : "Publish your story"}
      footer={
        <>
          {!isPublished && (
            <Button ref={cancel} onClick={() => onOpenChange(false)} disabled={save.isPending}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isSaving}
            disabled={save.isPending && !isSaving}
          >
            {isPublished ? (isChanged ? "Save" : "Done") : "Publish"}
          </Button>
        </>
      }
    >
      <PublishedStory story={story} link={link} />
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        // Enter in a field must not publish the story.
        onKeyDown={isPublished ? undefined : preventInputSubmit}
        onSubmit={(event) => {
          event.preventDefault();
          // The second click of a double click on Publish lands on Done.
          if (performance.now() - publishedAt.current < dedupeWindowMs) return;
          if (!isCoverThere) form.setValue("coverPanelId", saved.coverPanelId);
          // Text left in the tag field counts as a tag.
          const added = addTags(values.tags, values.tagDraft);
          setTags(added.tags, added.rest, added.problem);
          if (added.problem === null) void submit();
          else form.setFocus("tags");
        }}
      >
        <DraftNotice draft={draft} labels={labels} formatValue={shownValue} />
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          <div className="grid content-start gap-5">
            <CoverPicker
              story={story}
              value={settings.coverPanelId}
              onChange={(panelId) => form.setValue("coverPanelId", panelId)}
              error={form.formState.errors.coverPanelId?.message}
            />
            <RadioGroup
              label="Content rating"
              value={values.rating}
              onChange={(rating) => form.setValue("rating", rating)}
              options={storyRatings.map((value) => ({
                value,
                name: ratingTexts[value].label,
                icon: ratingMarks[value],
              }))}
              hint={ratingTexts[values.rating].hint}
              error={form.formState.errors.rating?.message}
            />
            <Field label="Title" error={form.formState.errors.title?.message}>
              <Input autoComplete="off" {...form.register("title")} />
            </Field>
            <Controller
              control={form.control}
              name="tags"
              render={({ field }) => (
                <TagsField
                  inputRef={field.ref}
                  tags={values.tags}
                  draft={values.tagDraft}
                  onChange={setTags}
                  error={
                    form.formState.errors.tags?.message ?? form.formState.errors.tags?.root?.message
                  }
                />
              )}
            />
          </div>
          <PublishPreview story={story} settings={settings} />
        </div>
        <p className="field-hint empty:hidden">{missingAltText(story.scenes)}</p>
      </form>
      {isPublished && (
        <ImmediateSettings>
          <Unpublish save={save} />
        </ImmediateSettings>
      )}
    </Dialog>
  );
}

/** The pressed button unmounts: the focus moves to the link, or to a safe control. */
function useFocusOnPublish(isPublished: boolean, open: boolean, isPending: boolean) {
  const link = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const was = useRef(isPublished);
  useEffect(() => {
    // The story may change before the request ends: wait before focusing Cancel.
    if (isPending) return;
    if (open && isPublished !== was.current) {
      (isPublished ? link : cancel).current?.focus({ preventScroll: true });
      // The form may have been scrolled.
      if (isPublished) link.current?.closest(".dialog-body")?.scrollTo({ top: 0 });
    }
    was.current = isPublished;
  }, [isPublished, open, isPending]);
  return { link, cancel };
}

function shownValue({ name, saved }: Conflict): string {
  if (name === "rating") return ratingTexts[saved as StoryRating].label;
  if (name === "coverPanelId") return saved ? "another panel" : "the first picture";
  return typeof saved === "string" ? saved : (saved as string[]).join(", ");
}
