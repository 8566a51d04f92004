"use client";
import { useMutation } from "@tanstack/react-query";
import { isUnauthorized } from "@/lib/platform/http/api-error";
import { clearSession } from "./session";

interface AccountChange<In, Out> {
  change: (input: In) => Promise<Out>;
  onDone: (output: Out) => void;
  /** Without it the failure is toasted. */
  onFailure?: (error: unknown) => void;
}

/** A change of one's own account: a session that is over leads to the sign-in form and back. */
export function useAccountChange<In, Out>({ change, onDone, onFailure }: AccountChange<In, Out>) {
  return useMutation({
    mutationFn: change,
    meta: { handlesError: onFailure !== undefined },
    onSuccess: onDone,
    onError(error) {
      if (isUnauthorized(error)) {
        void clearSession();
        window.location.assign(`/login?from=${encodeURIComponent(window.location.pathname)}`);
      } else onFailure?.(error);
    },
  });
}
