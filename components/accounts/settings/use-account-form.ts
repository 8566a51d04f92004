"use client";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { mapFormError } from "@/components/ui/forms/form-errors";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";

interface AccountChange<Values, Out> {
  mutationFn: (values: Values) => Promise<Out>;
  onSuccess: (output: Out) => void;
  /** Shown for an error without a message. */
  failure: string;
}

/**
 * The form of a small dialog that changes the viewer's own account. Errors are shown on its fields;
 * closing it discards what was typed.
 */
export function useAccountForm<In extends FieldValues, Values, Out>(
  schema: z.ZodType<Values, In>,
  defaults: DefaultValues<In>,
  { mutationFn, onSuccess, failure }: AccountChange<Values, Out>,
) {
  const { form, field, error, show } = useSchemaForm(schema, defaults);
  const { mutate, isPending: pending } = useDedupedMutation({
    mutationFn,
    // Offline it fails at once: a closed dialog could not show the outcome.
    networkMode: "always",
    meta: { handlesError: true },
    onSuccess,
    onError: (thrown) => show(mapFormError(thrown, Object.keys(defaults), failure)),
  });
  const onClosed = () => form.reset(defaults);
  const onSubmit = form.handleSubmit((values) => mutate(values));
  return { field, error, dialog: { size: "sm", onClosed, pending, onSubmit } as const };
}
