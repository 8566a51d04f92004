"use client";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { mapFormError } from "@/components/ui/forms/form-errors";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";

interface AccountMutation<In, Out> {
  mutationFn: (input: In) => Promise<Out>;
  onSuccess: (output: Out) => void;
  /** By default the error is toasted. */
  onError?: (error: unknown) => void;
}

/** A mutation of the viewer's own account. */
export const useAccountMutation = <In, Out>({
  mutationFn,
  onSuccess,
  onError,
}: AccountMutation<In, Out>) =>
  useDedupedMutation({
    mutationFn: mutationFn,
    meta: { handlesError: onError !== undefined },
    onSuccess: onSuccess,
    onError: (error) => onError?.(error),
  });

/**
 * The form of a small dialog that changes the viewer's own account: its errors stand on its fields,
 * and what was typed is gone when it closes.
 * @param failure shown for an error without a message
 */
export function useAccountForm<In extends FieldValues, Values, Out>(
  schema: z.ZodType<Values, In>,
  defaults: DefaultValues<In>,
  { failure, ...change }: Omit<AccountMutation<Values, Out>, "onError"> & { failure: string },
) {
  const { form, field, error, show } = useSchemaForm(schema, defaults);
  const { mutate, isPending: pending } = useAccountMutation({
    ...change,
    onError: (thrown) => show(mapFormError(thrown, Object.keys(defaults), failure)),
  });
  const onClosed = () => form.reset(defaults);
  const onSubmit = form.handleSubmit((values) => mutate(values));
  return { field, error, dialog: { size: "sm", onClosed, pending, onSubmit } as const };
}
