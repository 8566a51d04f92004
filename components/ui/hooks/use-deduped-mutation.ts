"use client";
/**
 * A mutation that a double click, a double Enter or a held key starts only once. All writes use it
 * instead of `useMutation`.
 *
 *   const save = useDedupedMutation({ mutationFn: updateStory });
 *   <Button loading={save.isPending} onClick={() => save.mutate(changes)}>Save</Button>
 *
 * Ignores a call with the same key as the last one while that is pending or started less than 400
 * ms ago; with `queues`, which needs a `scope`, only for those 400 ms. After an error a retry is
 * possible at once. The key is `keyOf(input)`, by default the input's JSON. `clearError` leaves a
 * pending mutation alone, which `reset` would detach.
 *
 * An error that the component shows itself is toasted if the component has unmounted by then, with
 * `meta: { handlesError: "while-mounted" }`. For callers of `mutateAsync`, who catch it, it is not.
 */
// biome-ignore lint/style/noRestrictedImports: the one place
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { messageOf } from "@/lib/platform/http/api-error";
import { toast } from "../toast";
import { useIsMounted } from "./use-is-mounted";

/** Milliseconds within which a second press counts as a duplicate. */
export const dedupeWindowMs = 400;

interface DedupedMutationOptions<Out, In, Before>
  extends UseMutationOptions<Out, Error, In, Before> {
  keyOf?: (input: In) => string;
  queues?: boolean;
}

export function useDedupedMutation<Out, In = void, Before = unknown>({
  keyOf = (input) => JSON.stringify(input) ?? "",
  queues = false,
  ...options
}: DedupedMutationOptions<Out, In, Before>) {
  const mutation = useMutation(options);
  const { mutateAsync: send } = mutation;
  const last = useRef<{ name: string; sent: Promise<Out> } | null>(null);
  const key = useRef(keyOf);
  key.current = keyOf;

  const mutateAsync: typeof send = useCallback(
    (...press) => {
      const name = key.current(press[0] as In);
      if (last.current?.name === name) return last.current.sent;
      const pressedAt = performance.now();
      const own = { name, sent: send(...press) };
      last.current = own;
      const free = () => {
        if (last.current === own) last.current = null;
      };
      const freeLater = () => setTimeout(free, pressedAt + dedupeWindowMs - performance.now());
      if (queues) freeLater();
      own.sent.then(freeLater, free);
      return own.sent;
    },
    [send, queues],
  );
  const isMounted = useIsMounted();
  const isShownHere = options.meta?.handlesError === "while-mounted";
  const mutate: typeof mutation.mutate = useCallback(
    (...press) =>
      void mutateAsync(...press).catch((error) => {
        if (isShownHere && !isMounted.current) toast.error(messageOf(error));
      }),
    [mutateAsync, isMounted, isShownHere],
  );
  const clearError = () => mutation.isError && mutation.reset();
  return { ...mutation, mutate, mutateAsync, clearError };
}
