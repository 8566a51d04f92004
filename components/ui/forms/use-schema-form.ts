"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { issueMessage } from "@/lib/platform/text/issue-messages";
import { useResolvedForm } from "./use-resolved-form";

/**
 * A form validated by its schema on submit; errors clear on edit. Fields without a default keep
 * text typed into the prerendered page before hydration.
 */
export const useSchemaForm = <In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues?: DefaultValues<In>,
) => useResolvedForm(zodResolver(schema, { error: issueMessage }), defaultValues);
