"use client";
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
