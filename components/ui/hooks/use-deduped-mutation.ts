"use client";
/**
 * A mutation that a double click, Enter twice or a key held down starts once. The shared form of
 * everything that writes: `useMutation` itself is used nowhere else.
 *
 *   const save = useDedupedMutation({ mutationFn: updateStory });
 *   <Button loading={save.isPending} onClick={() => save.mutate(changes)}>Save</Button>
 *
 * The same as the last one, while that is under way, is that one. So is the same within 400 ms of it,
 * where the answer came sooner. After a failure it can be tried again at once. What is the same says
 * `storageKeyOf`; without it, input that looks the same in JSON.
 */
// biome-ignore lint/style/noRestrictedImports: the one place
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";

/** Milliseconds within which a second press belongs to the first. */
export const dedupeWindowMs = 400;

interface DedupedMutationOptions<Out, In, Before>
  extends UseMutationOptions<Out, Error, In, Before> {
  keyOf?: (input: In) => string;
}

export function useDedupedMutation<Out, In = void, Before = unknown>({
  keyOf = (input) => JSON.stringify(input) ?? "",
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
      own.sent.then(() => setTimeout(free, pressedAt + dedupeWindowMs - performance.now()), free);
      return own.sent;
    },
    [send],
  );
  const mutate: typeof mutation.mutate = useCallback(
    (...press) => void mutateAsync(...press).catch(() => undefined),
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
