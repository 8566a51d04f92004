"use client";
import { useEffect } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { FieldError as Refused } from "@/lib/platform/errors";
import { toast } from "../toast";

export interface SchemaForm<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  /** `register` of the form; an edit of the field also clears the errors of `clears`. */
  field: (name: Path<In>, clears?: Path<In>[]) => ReturnType<UseFormReturn<In>["register"]>;
  /** Error of a field. */
  error: (name: Path<In>) => string | undefined;
  /** Shows an error on its fields, and its text as a toast. */
  show: (placed: { fields: Refused[]; text: string | null }) => void;
}

/** A form that `resolver` validates on submit; errors clear on edit. */
export function useResolvedForm<In extends FieldValues, Out>(
  resolver: Resolver<In, unknown, Out>,
  defaultValues?: DefaultValues<In>,
): SchemaForm<In, Out> {
  const form = useForm<In, unknown, Out>({
    resolver,
    defaultValues,
    mode: "onSubmit",
    reValidateMode: "onSubmit",
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => name && form.clearErrors(name as Path<In>),
      }),
    [form],
  );
  const { errors } = form.formState;
  return {
    form,
    field: (name, clears = []) => form.register(name, { onChange: () => form.clearErrors(clears) }),
    error: (name) => (get(errors, name) as FieldError | undefined)?.message,
    show({ fields, text }) {
      fields.forEach(({ field, message }, index) => {
        form.setError(field as Path<In>, { message }, { shouldFocus: index === 0 });
      });
      if (text) toast.error(text);
    },
  };
}
