"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { mapFormError } from "@/components/accounts/form-errors";
import { PanelView } from "@/components/comic/panel-view";
import { Button } from "@/components/ui/button";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { submitFormDraft } from "@/components/ui/forms/submit-form-draft";
import { Textarea } from "@/components/ui/forms/text-input";
import { useFormDraft } from "@/components/ui/forms/use-form-draft";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { changesUnlessStale } from "@/lib/platform/http/save-latest";
import {
  maxAltTextLength,
  type Panel,
  type PanelFormValues,
  panelForm,
  type Scene,
} from "@/lib/scenes/schema";
import { savePanel } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";

interface AltTextDialogProps {
  story: Story;
  scene: Scene;
  panel: Panel;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const labels = { altText: "Alt text" };

/** Edits a picture's alternative text, which screen readers read and the transcript includes. */
export function AltTextDialog({ story, scene, panel, open, onOpenChange }: AltTextDialogProps) {
  const saved: PanelFormValues = { altText: panel.altText };
  const { form } = useSchemaForm(panelForm, saved);
  const formDraft = useFormDraft(form, { key: `panel-words:${panel._id}`, open, saved });
  const save = useSaveAltText(story, scene, panel);
  const { imagePrompt } = panel;
  const drawnFrom = imagePrompt.slice(0, maxAltTextLength).toWellFormed();
  /**
   * The text that was replaced when the description of the drawing was inserted, until the author
   * edits it.
   */
  const [replaced, setReplaced] = useState<string | null>(null);
  const canGoBack = replaced !== null && form.watch("altText") === drawnFrom;

  function submit(words: PanelFormValues) {
    submitFormDraft(words, {
      form,
      draft: formDraft,
      saved,
      send: save.mutate,
      onSaved: () =>
        toast.success("Alt text saved", {
          description: `Panel ${panel.panelNumber} of scene ${scene.sceneNumber}`,
        }),
      onDone: () => onOpenChange(false),
      mapError: (error) => mapFormError(error, ["altText"], "Failed to update panel"),
    });
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      pending={save.isPending}
      title="Alt Text"
      description={`Scene ${scene.sceneNumber}, panel ${panel.panelNumber}`}
      action="Save Words"
      className="grid gap-5"
      onSubmit={form.handleSubmit(submit)}
    >
      <DraftNotice draft={formDraft} labels={labels} />
      <div className="mx-auto w-full max-w-44">
        <PanelView
          // The text describes the picture, also of a video.
          panel={{ ...panel, videoUrl: null }}
          aspectRatio={story.aspectRatio}
          sizes="11rem"
          eager
        />
      </div>
      <Controller
        control={form.control}
        name="altText"
        render={({ field, fieldState }) => (
          <Field
            label={labels.altText}
            error={fieldState.error?.message}
            description={
              <>
                Read aloud by screen readers and shown in the transcript, together with the bubbles.
              </>
            }
          >
            <Textarea {...field} rows={4} counter maxLength={maxAltTextLength} warnAt={900} />
          </Field>
        )}
      />
      {imagePrompt && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => {
            setReplaced(canGoBack ? null : form.getValues("altText"));
            form.setValue("altText", canGoBack ? replaced : drawnFrom);
          }}
        >
          {canGoBack ? "Undo this change" : "Use the image prompt"}
        </Button>
      )}
    </FormDialog>
  );
}

/** Saves a picture's alternative text. @throws ApiError */
function useSaveAltText(story: Story, scene: Scene, panel: Panel) {
  const queryClient = useQueryClient();
  const panelRef = { storyId: story._id, sceneId: scene._id, panelNumber: panel.panelNumber };
  return useDedupedMutation({
    mutationFn: (changes: Partial<PanelFormValues>): Promise<Panel> =>
      savePanel(queryClient, panelRef, panel, changesUnlessStale(panel, changes)),
    meta: { handlesError: true },
  });
}
