"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { placeError } from "@/components/accounts/form-errors";
import { PanelView } from "@/components/comic/panel-view";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { KeptNotice } from "@/components/ui/kept-notice";
import { saveKeptForm } from "@/components/ui/save-kept-form";
import { Textarea } from "@/components/ui/text-input";
import { toast } from "@/components/ui/toast";
import { useKeptForm } from "@/components/ui/use-kept-form";
import { useSchemaForm } from "@/components/ui/use-schema-form";
import { useWrite } from "@/components/ui/use-write";
import { currentPanel, movedElsewhere, updatePanel } from "@/lib/scenes/client";
import {
  longestAltText,
  type Panel,
  type PanelWords,
  panelWordsForm,
  type Scene,
} from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { putPanel } from "@/lib/stories/story-cache";

interface PanelWordsDialogProps {
  story: Story;
  scene: Scene;
  panel: Panel;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const labels = { altText: "What the picture shows" };

/** A picture in words: read aloud to whoever cannot see it, and part of the scene's transcript. */
export function PanelWordsDialog({
  story,
  scene,
  panel,
  open,
  onOpenChange,
}: PanelWordsDialogProps) {
  const saved: PanelWords = { altText: panel.altText };
  const { form } = useSchemaForm(panelWordsForm, saved);
  const kept = useKeptForm(form, { key: `panel-words:${panel._id}`, open, saved });
  const save = useSavePanelWords(story, scene, panel);
  const { imagePrompt } = panel;
  const drawnFrom = imagePrompt.slice(0, longestAltText).toWellFormed();
  /** What the words it was drawn from have taken the place of, and whether they still do. */
  const [replaced, setReplaced] = useState<string | null>(null);
  const canGoBack = replaced !== null && form.watch("altText") === drawnFrom;

  function submit(words: PanelWords) {
    saveKeptForm(words, {
      ...{ form, kept, saved },
      send: save.mutate,
      onSaved: () => toast.success("Picture's words saved"),
      onDone: () => onOpenChange(false),
      place: (error) => placeError(error, ["altText"], "Failed to update panel"),
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
      className="settings"
      onSubmit={form.handleSubmit(submit)}
    >
      <KeptNotice kept={kept} labels={labels} />
      <div className="mx-auto w-full max-w-44">
        <PanelView
          // A video has the same words as its picture.
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
                Read aloud to readers who cannot see the picture, and written in the transcript.
                What the bubbles say is read with it.
              </>
            }
          >
            <Textarea {...field} rows={4} counter maxLength={longestAltText} warnAt={900} />
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
          {canGoBack ? "Back to the words before" : "Use the words it was drawn from"}
        </Button>
      )}
    </FormDialog>
  );
}

/**
 * Saves a picture's words against the version they were changed from. A newer version with the same
 * words, such as one with another bubble, is no reason to ask.
 * @throws ApiError
 */
function useSavePanelWords(story: Story, scene: Scene, panel: Panel) {
  const queryClient = useQueryClient();
  const { panelNumber } = panel;
  const place = { storyId: story._id, sceneId: scene._id, panelNumber };
  return useWrite({
    async mutationFn(changes: Partial<PanelWords>): Promise<Panel> {
      try {
        return await updatePanel(scene._id, panelNumber, { ...changes, version: panel.version });
      } catch (error) {
        const current = currentPanel(error);
        if (!current) throw error;
        if (current._id !== panel._id) {
          void queryClient.invalidateQueries({ queryKey: storyKeys.detail(story._id) });
          throw movedElsewhere();
        }
        await putPanel(queryClient, place, current);
        if (current.altText !== panel.altText) throw error;
        return updatePanel(scene._id, panelNumber, { ...changes, version: current.version });
      }
    },
    meta: { handlesError: true },
    onSuccess: (saved) => putPanel(queryClient, place, saved),
  });
}
