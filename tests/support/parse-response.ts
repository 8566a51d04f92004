import { ScriptParser } from "@/lib/generation/text/writer-tasks";

/**
 * Parses a complete response at once, with the same tolerance as the stream.
 * @throws AnswerSyntaxError
 */
export function parseResponse(text: string): Record<string, unknown> {
  const stream = new ScriptParser();
  stream.push(text);
  return stream.end();
}
