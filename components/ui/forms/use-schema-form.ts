"use client";
import { useEffect } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import type { FieldError as Refused } from "@/lib/platform/errors";
import { toast } from "../toast";

interface SchemaForm<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  /** `register` of the form; an edit of the field clears its error. */
  field: (name: Path<In>, clears?: Path<In>[]) => ReturnType<UseFormReturn<In>["register"]>;
  /** Error of a field. */
  error: (name: Path<In>) => string | undefined;
  /** Shows an error on its fields, the first of them focused, or as a toast. */
  show: (placed: { fields: Refused[]; text: string | null }) => void;
  /** Sets a field and clears its error. */
  set: <Name extends Path<In>>(name: Name, value: PathValue<In, Name>) => void;
}

type Schema<In, Out> = z.ZodType<Out, In>;
/** A schema, or what loads it: a page with a form loads the validator when the form is touched. */
type LazySchema<In, Out> = Schema<In, Out> | (() => Promise<Schema<In, Out>>);

const loadResolver = async <In extends FieldValues, Out>(
  schema: LazySchema<In, Out>,
): Promise<Resolver<In, unknown, Out>> => {
  const [{ zodResolver }, { issueMessage }, loaded] = await Promise.all([
    import("@hookform/resolvers/zod"),
    import("@/lib/platform/issue-messages"),
    typeof schema === "function" ? schema() : schema,
  ]);
  return zodResolver(loaded, { error: issueMessage });
};

/**
 * A form validated by its schema on submit; errors clear on edit. Fields without a default keep
 * text typed into the prerendered page before hydration.
 */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: LazySchema<In, Out>,
  defaultValues?: DefaultValues<In>,
): SchemaForm<In, Out> {
  useEffect(() => {
    // Before the first press, which may come without a connection.
    const load = () => void loadResolver(schema).catch(() => undefined);
    document.addEventListener("focusin", load, { once: true });
    return () => document.removeEventListener("focusin", load);
  }, [schema]);
  const form = useForm<In, unknown, Out>({
    async resolver(...input) {
      const resolve = await loadResolver(schema).catch(() => null);
      if (resolve) return resolve(...input);
      toast.error("Please check your connection and try again.");
      return { values: {}, errors: { connection: { type: "connection" } } } as never;
    },
    defaultValues,
    mode: "onSubmit",
    reValidateMode: "onSubmit",
  });
  const { errors } = form.formState;
  return {
    form,
    field: (name, clears = []) =>
      form.register(name, { onChange: () => form.clearErrors([name, ...clears]) }),
    error: (name) => (get(errors, name) as FieldError | undefined)?.message,
    show({ fields, text }) {
      fields.forEach(({ field, message }, index) => {
        form.setError(field as Path<In>, { message }, { shouldFocus: index === 0 });
      });
      if (text) toast.error(text);
    },
    set(name, value) {
      form.clearErrors(name);
      form.setValue(name, value);
    },
  };
}
