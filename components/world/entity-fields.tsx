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
  /** The image prompt differs from the one that the portrait was drawn from. */
  promptIsNew?: boolean;
  readOnly?: boolean;
}

/** Name, title, description and image prompt. */
export function EntityFields<Values extends EntityFormValues>({
  kind,
  form,
  nameRef,
  promptIsNew = false,
  readOnly = false,
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
    </>
  );
}

/** Registers a field that code also sets; an edit clears its error. */
export function useField<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: Path<Values>,
) {
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    control: {
      ...field,
      onChange: (event: { target: { value: string } }) => {
        form.clearErrors(name);
        field.onChange(event);
      },
    },
    error: fieldState.error?.message,
  };
}
