"use client";
import { useEffect } from "react";
import type { DefaultValues, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { toast } from "../toast";
import { useResolvedForm } from "./use-resolved-form";

type LazySchema<In, Out> = () => Promise<z.ZodType<Out, In>>;

async function loadResolver<In extends FieldValues, Out>(
  loadSchema: LazySchema<In, Out>,
): Promise<Resolver<In, unknown, Out>> {
  const [{ zodResolver }, { issueMessage }, schema] = await Promise.all([
    import("@hookform/resolvers/zod"),
    import("@/lib/platform/text/issue-messages"),
    loadSchema(),
  ]);
  return zodResolver(schema, { error: issueMessage });
}

/**
 * `useSchemaForm` for a page that opens with a form: the validator, larger than the page, loads
 * with the first touch.
 *
 * @param loadSchema the same function in each render
 */
export function useLazySchemaForm<In extends FieldValues, Out>(
  loadSchema: LazySchema<In, Out>,
  defaultValues?: DefaultValues<In>,
) {
  useEffect(() => {
    const load = () => void loadResolver(loadSchema).catch(() => undefined);
    document.addEventListener("focusin", load, { once: true });
    return () => document.removeEventListener("focusin", load);
  }, [loadSchema]);
  return useResolvedForm<In, Out>(async (...input) => {
    const resolve = await loadResolver(loadSchema).catch(() => null);
    if (resolve) return resolve(...input);
    toast.error("Please check your connection and try again.");
    // An error of no field, so that nothing is sent.
    return { values: {}, errors: { connection: { type: "connection" } } } as never;
  }, defaultValues);
}
