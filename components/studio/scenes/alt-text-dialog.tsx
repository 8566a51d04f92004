"use client";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { PanelView } from "@/components/comic/panel-view";
import { useSavePanel } from "@/components/media/use-save-panel";
import { Button } from "@/components/ui/button";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Textarea } from "@/components/ui/forms/text-input";
import { useEditForm } from "@/components/ui/forms/use-edit-form";
import { toast } from "@/components/ui/toast";
import { panelName } from "@/lib/scenes/scene-name";
import {
  maxAltTextLength,
  type Panel,
  type PanelFormValues,
  panelForm,
  type Scene,
} from "@/lib/scenes/schema";
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
  const save = useSavePanel(story._id, scene._id, panel);
  const { form, draft, submit } = useEditForm(panelForm, {
    key: `panel-words:${panel._id}`,
    open,
    saved,
    labels,
    failure: "Failed to update panel",
    send: save.mutateAsync,
    onSaved: () =>
      toast.success("Alt text saved", {
        description: panelName(panel, scene),
      }),
    onDone: () => onOpenChange(false),
  });
  const { imagePrompt } = panel;
  const drawnFrom = imagePrompt.slice(0, maxAltTextLength).toWellFormed();
  /**
   * The text that was replaced when the description of the drawing was inserted, until the author
   * edits it.
   */
  const [replaced, setReplaced] = useState<string | null>(null);
  const canGoBack = replaced !== null && form.watch("altText") === drawnFrom;

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      pending={save.isPending}
      title="Alt Text"
      description={`Scene ${scene.sceneNumber}, panel ${panel.panelNumber}`}
      action="Save Words"
      className="grid gap-5"
      onSubmit={submit}
    >
      <DraftNotice draft={draft} labels={labels} />
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
            description="Read aloud by screen readers and shown in the transcript, together with the bubbles."
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
