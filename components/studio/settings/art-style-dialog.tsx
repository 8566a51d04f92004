"use client";
import { Controller } from "react-hook-form";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Switch } from "@/components/ui/forms/switch";
import { Textarea } from "@/components/ui/forms/text-input";
import { useFormDraft } from "@/components/ui/forms/use-form-draft";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { z } from "@/lib/platform/zod";
import { chosenStyle, defaultArtStyle } from "@/lib/stories/art-styles";
import { storyLimits, styleTooLong } from "@/lib/stories/limits";
import type { Story } from "@/lib/stories/schema";
import { ArtStyleGrid } from "./art-style-grid";

interface ArtStyleDialogProps {
  story: Story;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Saves the prompt; the caller closes the dialog. */
  onApply: (prompt: string) => void;
  pending: boolean;
}

const schema = z
  .object({
    custom: z.boolean(),
    preset: z.string().max(2000),
    description: z.string().max(100_000),
  })
  // An unused custom description stays in the draft and is not sent.
  .refine(({ custom, description }) => !custom || description.length <= storyLimits.artStyle, {
    path: ["description"],
    message: styleTooLong,
  });

/** Chooses one of the six styles, or a description of the author's own. */
export function ArtStyleDialog({
  story,
  open,
  onOpenChange,
  onApply,
  pending,
}: ArtStyleDialogProps) {
  const style = chosenStyle(story.artStyle);
  const saved = {
    custom: style === null,
    preset: (style ?? defaultArtStyle).prompt,
    description: style === null ? story.artStyle : "",
  };
  const { form } = useSchemaForm(schema, saved);
  const draft = useFormDraft(form, { key: `art-style:${story._id}`, open, saved });
  const { custom, preset, description } = form.watch();
  // An unused custom description stays in the draft without a notice.
  const isOther = custom
    ? description !== saved.description
    : saved.custom || preset !== saved.preset;

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      pending={pending}
      size="lg"
      title="Choose Art Style"
      description="Used for all new pictures of this story."
      action="Apply"
      disabled={custom && description.trim() === ""}
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ custom: isOwn, ...values }) => {
        const words = values.description.trim();
        // Trimmed like the saved value, which otherwise would seem to have changed in another tab.
        if (isOwn) form.setValue("description", words);
        onApply(isOwn ? words : values.preset);
      })}
    >
      {isOther && <DraftNotice draft={draft} labels={{ description: "Style Description" }} />}
      <Controller
        control={form.control}
        name="preset"
        render={({ field }) => (
          <ArtStyleGrid
            value={custom ? "custom" : field.value}
            onChange={(prompt) => {
              field.onChange(prompt);
              form.setValue("custom", false);
            }}
            disabled={pending}
          />
        )}
      />
      <Controller
        control={form.control}
        name="custom"
        render={({ field }) => (
          <Switch
            label="Use Custom Prompt"
            description="Describe your own style instead."
            checked={field.value}
            onCheckedChange={(isOn) => {
              field.onChange(isOn);
              // The field appears below the visible area and is the next to fill in.
              if (isOn) requestAnimationFrame(() => form.setFocus("description"));
            }}
            disabled={pending}
          />
        )}
      />
      {custom && (
        <Controller
          control={form.control}
          name="description"
          render={({ field, fieldState }) => (
            <Field
              label="Style Description"
              description="Medium, lines, colours, light: for example 'Woodcut in two colours, coarse paper, long shadows'."
              error={fieldState.error?.message}
            >
              <Textarea
                {...field}
                rows={4}
                counter
                maxLength={storyLimits.artStyle}
                warnAt={storyLimits.artStyle - 200}
              />
            </Field>
          )}
        />
      )}
    </FormDialog>
  );
}
