"use client";
import { RefreshCw } from "lucide-react";
import { useId, useRef } from "react";
import { Controller } from "react-hook-form";
import { CostHint, costOfPanels } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { FormFooter } from "@/components/ui/forms/form-footer";
import { Input, Textarea } from "@/components/ui/forms/text-input";
import { useEditForm } from "@/components/ui/forms/use-edit-form";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { useInlineQuestion } from "@/components/ui/inline-question";
import { toast } from "@/components/ui/toast";
import { handLetteredPanels, regenerationPanelCount } from "@/lib/scenes/regeneration";
import { sceneName } from "@/lib/scenes/scene-name";
import { type Scene, type SceneFormValues, sceneForm, sceneLimits } from "@/lib/scenes/schema";
import { lastPictureNote } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";
import { validateScenePrompt } from "../prompt/scene-prompt";
import { ImmediateSettings } from "../settings/immediate-settings";
import { KeepBubblesDialog } from "./keep-bubbles-dialog";
import { LayoutPicker } from "./layout-picker";
import { SceneStrip } from "./scene-strip";
import { useDeleteScene, useRegenerateScene, useSaveScene } from "./use-scene-mutations";

interface EditSceneDialogProps {
  story: Story;
  scene: Scene;
  /** Opens with the confirmation of deleting. */
  asksToDelete: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const labels = { title: "Title", description: "Description" };

/** Edits a scene's title and description, regenerates or deletes it. */
export function EditSceneDialog({
  story,
  scene,
  asksToDelete,
  open,
  onOpenChange,
}: EditSceneDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const formId = useId();
  // Without a script the author's prompt replaces the missing description.
  const isUnwritten = scene.status !== "generating" && hasScriptFailed(scene);
  const saved: SceneFormValues = {
    title: scene.title,
    description: (isUnwritten && scene.prompt) || scene.description,
  };
  const save = useSaveScene(scene);
  const { form, draft, submit } = useEditForm(sceneForm, {
    key: `scene:${scene._id}`,
    open,
    saved,
    labels,
    failure: "Failed to save scene",
    send: save.mutateAsync,
    onSaved: () => toast.success("Scene saved", { description: sceneName(scene) }),
    onDone: () => onOpenChange(false),
  });
  const regenerate = useRegenerateScene(scene);
  const remove = useDeleteScene(story, scene);
  const busy = save.isPending || regenerate.isPending || remove.isPending;
  const lettered = handLetteredPanels(scene);
  const panelCount = regenerationPanelCount(story, scene);
  const { isAsking, setIsAsking, button } = useInlineQuestion();
  const isGenerating = scene.status === "generating";

  /**
   * @param existingBubbles what happens to bubbles edited by hand; asks if undefined and there are
   * any
   */
  function startRegeneration(existingBubbles?: "keep" | "replace") {
    const typed = form.getValues("description");
    const description = typed.trim();
    const problem =
      description === ""
        ? "Scene description is required for regeneration"
        : validateScenePrompt(description);
    if (problem) {
      form.setError("description", { message: problem }, { shouldFocus: true });
      return;
    }
    if (lettered.length > 0 && !existingBubbles) return setIsAsking(true);
    setIsAsking(false);
    const request = {
      prompt: description,
      maxPanels: panelCount,
      ...(existingBubbles === "keep" && { keepBubbles: true as const }),
    };
    regenerate.mutate(request, {
      onSuccess() {
        // The description is the scene's prompt now; a typed title stays in the draft.
        draft.markSaved({ description: typed });
        onOpenChange(false);
      },
    });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={busy}
      size="lg"
      {...(asksToDelete && { initialFocus: keep })}
      finalFocus={() => (remove.isSuccess ? findFocusAfterDelete(scene.sceneNumber) : undefined)}
      title="Edit Scene"
      description={`Scene ${scene.sceneNumber} of ${story.scenes.length}`}
      footer={
        <FormFooter
          form={formId}
          loading={save.isPending}
          locked={busy}
          disabled={isGenerating}
          onCancel={() => onOpenChange(false)}
        >
          Save Scene
        </FormFooter>
      }
    >
      <SceneStrip scene={scene} aspectRatio={story.aspectRatio} />
      <LayoutPicker story={story} scene={scene} />
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <DraftNotice draft={draft} labels={labels} />
        <Controller
          control={form.control}
          name="title"
          render={({ field, fieldState }) => (
            <Field label="Title" error={fieldState.error?.message}>
              <Input {...field} autoComplete="off" />
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
              />
            </Field>
          )}
        />
      </form>
      <ImmediateSettings>
        <section aria-labelledby={`${formId}-anew`} className="grid justify-items-start gap-3">
          <div>
            <h3 id={`${formId}-anew`} className="font-bold">
              Draw this scene again
            </h3>
            <p className="field-hint">
              From the description above, in {panelCount === 1 ? "1 panel" : `${panelCount} panels`}
              , with a new title and new bubbles. It takes about 30 to 60 seconds. Existing pictures
              are kept: Edit media on a panel shows them.{" "}
              <CostHint storyId={story._id} of={costOfPanels(panelCount)} what="in total." />
            </p>
          </div>
          {isAsking ? (
            <KeepBubblesDialog
              panels={lettered}
              onAnswer={startRegeneration}
              onCancel={() => setIsAsking(false)}
            />
          ) : (
            <Button
              ref={button}
              loading={regenerate.isPending}
              disabled={isGenerating || save.isPending || remove.isPending}
              onClick={() => startRegeneration()}
            >
              <RefreshCw aria-hidden="true" /> Regenerate Scene
            </Button>
          )}
          {isGenerating && (
            <p role="status" className="field-hint">
              This scene is being made right now. Its title and description follow.
            </p>
          )}
        </section>
        <InlineConfirm
          label="Delete Scene"
          defaultOpen={asksToDelete}
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
            draft.discard();
            toast.success("Scene deleted!", { description: sceneName(scene) });
            onOpenChange(false);
          }}
        />
      </ImmediateSettings>
    </Dialog>
  );
}

/** Whether the script failed, as opposed to single panels, which show their own errors. */
const hasScriptFailed = ({ description, errorMessage, panels }: Scene) =>
  errorMessage !== null &&
  (description === "" || !panels.some(({ status }) => status === "failed"));

/** After deleting: the scene that moved up, else the last one, else the prompt box. */
function findFocusAfterDelete(sceneNumber: number): HTMLElement | null {
  const edit = (number: number) =>
    document.querySelector<HTMLElement>(`#scene-${number} [data-edit-scene]`);
  return edit(sceneNumber) ?? edit(sceneNumber - 1) ?? document.getElementById("scene-prompt");
}
