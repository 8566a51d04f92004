"use client";
import { RefreshCw } from "lucide-react";
import { useId, useRef } from "react";
import { Controller } from "react-hook-form";
import { placeError } from "@/components/accounts/form-errors";
import { CostHint, costOfPanels } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormFoot } from "@/components/ui/form-foot";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { KeptNotice } from "@/components/ui/kept-notice";
import { saveKeptForm } from "@/components/ui/save-kept-form";
import { playSound } from "@/components/ui/sound";
import { Input, Textarea } from "@/components/ui/text-input";
import { toast } from "@/components/ui/toast";
import { useKeptForm } from "@/components/ui/use-kept-form";
import { useSchemaForm } from "@/components/ui/use-schema-form";
import { sceneRegenerationErrorText } from "@/lib/generation/error-texts";
import { scenePrompt } from "@/lib/generation/schema";
import { letteredPanels, panelsOfRegeneration } from "@/lib/scenes/regeneration";
import { type Scene, type SceneWords, sceneForm, sceneLimits } from "@/lib/scenes/schema";
import { lastPictureNote } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";
import { LayoutPicker } from "./layout-picker";
import { LetteredQuestion } from "./lettered-question";
import { SceneStrip } from "./scene-strip";
import { useQuestion } from "./use-question";
import { useDeleteScene, useRegenerateScene, useSaveScene } from "./use-scene-changes";

interface EditSceneDialogProps {
  story: Story;
  scene: Scene;
  /** Opens with the question whether to delete it. */
  asksToDelete: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const labels = { title: "Title", description: "Description" };
const panelWords = (count: number) => (count === 1 ? "1 panel" : `${count} panels`);

/** A scene's words; also has the scene made anew, or deletes it. */
export function EditSceneDialog({
  story,
  scene,
  asksToDelete,
  open,
  onOpenChange,
}: EditSceneDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const formId = useId();
  // Where no script came, what its author asked for stands in the place of the description.
  const isUnwritten = scene.status !== "generating" && isWritersFailure(scene);
  const saved: SceneWords = {
    title: scene.title,
    description: (isUnwritten && scene.prompt) || scene.description,
  };
  const { form } = useSchemaForm(sceneForm, saved);
  const kept = useKeptForm(form, { key: `scene:${scene._id}`, open, saved });
  const save = useSaveScene(scene);
  const regenerate = useRegenerateScene(story, scene);
  const remove = useDeleteScene(story, scene);
  const busy = save.isPending || regenerate.isPending || remove.isPending;
  const lettered = letteredPanels(scene);
  const { asks, setAsks, button: again } = useQuestion();
  const isGenerating = scene.status === "generating";

  function submit(words: SceneWords) {
    saveKeptForm(words, {
      ...{ form, kept, saved },
      send: save.mutate,
      onSaved: () => toast.success("Scene saved"),
      onDone: () => onOpenChange(false),
      place: (error) => placeError(error, Object.keys(labels), "Failed to save scene"),
    });
  }

  /** @param balloons what becomes of those that were lettered by hand; asked where there are any */
  function startRegeneration(balloons?: "keep" | "replace") {
    const typed = form.getValues("description");
    const description = typed.trim();
    const problem =
      description === ""
        ? "Scene description is required for regeneration"
        : scenePrompt.safeParse(description).error?.issues[0]?.message;
    if (problem) {
      form.setError("description", { message: problem }, { shouldFocus: true });
      return;
    }
    if (lettered.length > 0 && !balloons) return setAsks(true);
    setAsks(false);
    const order = { prompt: description, keepBubbles: balloons === "keep" };
    regenerate.mutate(order, {
      onSuccess() {
        // The description is the scene's prompt now; a title that was typed stays kept.
        kept.accept({ description: typed });
        playSound("swoosh");
        onOpenChange(false);
      },
      onError: (error) => toast.error(sceneRegenerationErrorText(error), { duration: 6000 }),
    });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={busy}
      size="lg"
      {...(asksToDelete && { initialFocus: keep })}
      finalFocus={() => (remove.isSuccess ? besideDeleted(scene.sceneNumber) : undefined)}
      title="Edit Scene"
      description={`Scene ${scene.sceneNumber} of ${story.scenes.length}`}
      footer={
        <FormFoot
          form={formId}
          loading={save.isPending}
          locked={busy}
          disabled={isGenerating}
          onCancel={() => onOpenChange(false)}
        >
          Save Scene
        </FormFoot>
      }
    >
      <SceneStrip scene={scene} aspectRatio={story.aspectRatio} />
      <LayoutPicker story={story} scene={scene} />
      <form id={formId} noValidate className="settings" onSubmit={form.handleSubmit(submit)}>
        <KeptNotice kept={kept} labels={labels} />
        <Controller
          control={form.control}
          name="title"
          render={({ field, fieldState }) => (
            <Field label="Title" error={fieldState.error?.message}>
              <Input
                {...field}
                autoComplete="off"
                onChange={(event) => {
                  form.clearErrors("title");
                  field.onChange(event);
                }}
              />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="description"
          render={({ field, fieldState }) => (
            <Field label="Description" error={fieldState.error?.message}>
              <Textarea
                {...field}
                rows={4}
                counter
                maxLength={sceneLimits.description}
                warnAt={sceneLimits.description - 100}
                onChange={(event) => {
                  form.clearErrors("description");
                  field.onChange(event);
                }}
              />
            </Field>
          )}
        />
      </form>
      <div className="settings-rest">
        <section aria-labelledby={`${formId}-anew`} className="scene-anew">
          <div>
            <h3 id={`${formId}-anew`} className="font-bold">
              Draw this scene again
            </h3>
            <p className="field-hint">
              From the description above, in {panelWords(panelsOfRegeneration(story, scene))}, with
              a new title and new bubbles. It takes about 30 to 60 seconds. The pictures you have
              now are kept: Edit media on a panel shows them.{" "}
              <CostHint
                storyId={story._id}
                of={costOfPanels(panelsOfRegeneration(story, scene))}
                what="for all of it."
              />
            </p>
          </div>
          {asks ? (
            <LetteredQuestion
              panels={lettered}
              onAnswer={startRegeneration}
              onCancel={() => setAsks(false)}
            />
          ) : (
            <Button
              ref={again}
              loading={regenerate.isPending}
              disabled={isGenerating || save.isPending || remove.isPending}
              onClick={() => startRegeneration()}
            >
              <RefreshCw aria-hidden="true" /> Regenerate Scene
            </Button>
          )}
          {isGenerating && (
            <p role="status" className="field-hint">
              This scene is being made right now, and brings its own title and description.
            </p>
          )}
        </section>
        <InlineConfirm
          label="Delete Scene"
          asks={asksToDelete}
          cancelRef={keep}
          question={
            <>
              Delete this scene with its panels and words? The scenes after it move up. This cannot
              be undone. {lastPictureNote(story, ({ sceneId }) => sceneId === scene._id)}
            </>
          }
          confirmLabel="Delete"
          disabled={busy}
          onConfirm={async () => {
            await remove.mutateAsync();
            kept.forget();
            toast.success("Scene deleted!");
            onOpenChange(false);
          }}
        />
      </div>
    </Dialog>
  );
}

/** Whether the script did not come: not where single panels failed, which say so themselves. */
const isWritersFailure = ({ description, errorMessage, panels }: Scene) =>
  errorMessage !== null &&
  (description === "" || !panels.some(({ status }) => status === "failed"));

/** Where a deleted scene was: the one that moved up, the last one, or the box for the next. */
function besideDeleted(sceneNumber: number): HTMLElement | null {
  const edit = (number: number) =>
    document.querySelector<HTMLElement>(`#scene-${number} [data-edit-scene]`);
  return edit(sceneNumber) ?? edit(sceneNumber - 1) ?? document.getElementById("scene-prompt");
}
