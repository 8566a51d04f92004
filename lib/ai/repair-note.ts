import { AppError, type ErrorDetails } from "@/lib/platform/errors";

const opening = "Your previous answer could not be used:";

/** Appended to the prompt of a retry; tells the model what was wrong with its previous answer. */
export function repairNote(problem: string): string {
  return `\n\n${opening} ${problem}\nAnswer again, with the complete JSON document and nothing else.`;
}

/** Whether a prompt has a repair note. */
export const hasRepairNote = (prompt: string): boolean => prompt.includes(opening);

/** One answer is unusable; the next one may be valid. */
export class UnusableAnswerError extends AppError {
  /** @param problem goes back to the model */
  constructor(
    message: string,
    readonly problem: string,
    details: ErrorDetails = {},
  ) {
    super("writer_failed", message, details);
  }
}

/** Reads the field rather than the class, as `retryabilityOf` does. */
export const isUnusableAnswer = (error: unknown): error is UnusableAnswerError =>
  error instanceof AppError && (error as Partial<UnusableAnswerError>).problem !== undefined;
