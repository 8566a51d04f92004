import { ScriptStream } from "@/lib/generation/text/answers";

/**
 * Parses a whole answer at once, with the same tolerance as the stream.
 * @throws AnswerSyntaxError
 */
export function parseAnswer(text: string): Record<string, unknown> {
  const stream = new ScriptStream();
  stream.push(text);
  return stream.end();
}
