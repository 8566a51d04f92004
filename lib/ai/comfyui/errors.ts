import "server-only";
import { z } from "zod";
import { jsonOf } from "../json-of";
import {
  type EngineResponse,
  endedEarlyError,
  errorFromResponse,
  errorFromWords,
  notSetUpError,
} from "../own-engine";
import type { ProviderError } from "../provider-error";

const words = z.string().max(100_000).catch("");
const refusalShape = z.object({
  error: z.object({
    type: words,
    message: words,
    extra_info: z.object({ class_type: words }).partial().catch({}),
  }),
  node_errors: z
    .record(
      z.string(),
      z.object({
        class_type: words,
        errors: z.array(
          z.object({
            type: words,
            details: words,
            extra_info: z
              .object({ input_name: words, received_value: z.unknown() })
              .partial()
              .catch({}),
          }),
        ),
      }),
    )
    .catch({}),
});

/**
 * The error for a prompt that the server rejected (`execution.py`, `validate_prompt`). Its advice
 * names what the server lacks.
 */
export function errorFromRefusal(workflow: string, response: EngineResponse): ProviderError {
  const parsed = refusalShape.safeParse(jsonOf(response.bytes.toString("utf8")));
  if (response.status !== 400 || !parsed.success) return errorFromResponse(response);
  const { error, node_errors } = parsed.data;
  if (error.type === "missing_node_type") {
    const name = error.extra_info.class_type || /'([^']+)'/.exec(error.message)?.[1] || "a node";
    return notSetUpError(`ComfyUI lacks the node ${name}, which the workflow ${workflow} uses.`);
  }
  for (const { class_type, errors } of Object.values(node_errors)) {
    for (const { type, extra_info } of errors) {
      const { input_name = "an input", received_value } = extra_info;
      if (type === "value_not_in_list") {
        return notSetUpError(
          `ComfyUI lacks ${String(received_value).slice(0, 120)} (${class_type}, ${input_name}), which the workflow ${workflow} uses.`,
        );
      }
      return notSetUpError(
        `ComfyUI refuses the workflow ${workflow}: ${class_type}, ${input_name} (${type}).`,
      );
    }
  }
  return notSetUpError(`ComfyUI refuses the workflow ${workflow} (${error.type}).`);
}

/** A message about the progress or the end of a run. */
type Message = [event: string, data: Record<string, unknown>];

/** The error for a run that ended without success. */
export function errorFromRun(messages: Message[]): ProviderError {
  if (messages.some(([event]) => event === "execution_interrupted")) return endedEarlyError();
  const failure = messages.find(([event]) => event === "execution_error")?.[1] ?? {};
  return errorFromWords(`${failure.exception_type ?? ""} ${failure.exception_message ?? ""}`);
}
