"use client";
import type { Ref } from "react";
import { type FieldValues, type Path, type UseFormReturn, useController } from "react-hook-form";
import { Field } from "@/components/ui/forms/field";
import { Input, Textarea } from "@/components/ui/forms/text-input";
import type { EntityFormValues, EntityKind } from "@/lib/world/schema";
import { entityTexts } from "./entity-texts";

interface EntityFieldsProps<Values extends EntityFormValues> {
  kind: EntityKind;
  form: UseFormReturn<Values>;
  nameRef?: Ref<HTMLInputElement>;
  /** Whether the portrait was drawn from another image prompt. */
  promptIsNew?: boolean;
  readOnly?: boolean;
  /** Whether the form has a LoRA field. */
  hasLora?: boolean;
}

/** Name, title, description, image prompt and, if the engine takes one, a LoRA. */
export function EntityFields<Values extends EntityFormValues>({
  kind,
  form,
  nameRef,
  promptIsNew = false,
  readOnly = false,
  hasLora = false,
}: EntityFieldsProps<Values>) {
  const texts = entityTexts[kind];
  const name = useField(form, "name" as Path<Values>);
  const title = useField(form, "title" as Path<Values>);
  const description = useField(form, "description" as Path<Values>);
  const imagePrompt = useField(form, "imagePrompt" as Path<Values>);
  const long = { readOnly, counter: true, maxLength: 1000, warnAt: 900, rows: 4 };
  return (
    <>
      <Field label="Name" error={name.error}>
        <Input
          {...name.control}
          ref={(element: HTMLElement | null) => {
            const input = element as HTMLInputElement | null;
            name.control.ref(input);
            if (nameRef && typeof nameRef === "object") nameRef.current = input;
          }}
          readOnly={readOnly}
          autoComplete="off"
          placeholder={texts.nameExample}
        />
      </Field>
      <Field label="Title" optional error={title.error}>
        <Input
          {...title.control}
          readOnly={readOnly}
          autoComplete="off"
          placeholder={texts.titleExample}
        />
      </Field>
      <Field label="Description" description={texts.descriptionHint} error={description.error}>
        <Textarea {...description.control} {...long} />
      </Field>
      <Field
        label="Image prompt"
        description={
          <>
            {texts.promptHint}
            {promptIsNew && <span className="block font-bold">{texts.redrawHint}</span>}
          </>
        }
        error={imagePrompt.error}
      >
        <Textarea {...imagePrompt.control} {...long} />
      </Field>
      {hasLora && <LoraField form={form} />}
    </>
  );
}

function LoraField<Values extends EntityFormValues>({ form }: { form: UseFormReturn<Values> }) {
  const { control, error } = useField(form, "lora" as Path<Values>);
  const hint =
    "A model of this character on the site's own image engine, by its name. After a colon its weight, from -2 to 2. It counts for the next picture.";
  return (
    <Field label="LoRA" optional description={hint} error={error}>
      <Input {...control} autoComplete="off" placeholder="mara_v2:0.8" />
    </Field>
  );
}

/** Whether there is an image prompt to draw from; if not, the field says so. */
export function checkImagePrompt<Values extends EntityFormValues>(
  form: UseFormReturn<Values>,
): boolean {
  const name = "imagePrompt" as Path<Values>;
  if (String(form.getValues(name)).trim() !== "") return true;
  const message = "Please enter an image generation prompt first";
  form.setError(name, { message }, { shouldFocus: true });
  return false;
}

/** Registers a field that code also sets. */
export function useField<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: Path<Values>,
) {
  const { field, fieldState } = useController({ control: form.control, name });
  return { control: field, error: fieldState.error?.message };
}
