"use client";
import { useWrite } from "@/components/ui/use-write";

interface AccountChange<In, Out> {
  change: (input: In) => Promise<Out>;
  onDone: (output: Out) => void;
  /** Without it the failure is toasted. */
  onFailure?: (error: unknown) => void;
}

/** A change of one's own account. */
export const useAccountChange = <In, Out>({ change, onDone, onFailure }: AccountChange<In, Out>) =>
  useWrite({
    mutationFn: change,
    meta: { handlesError: onFailure !== undefined },
    onSuccess: onDone,
    onError: (error) => onFailure?.(error),
  });
