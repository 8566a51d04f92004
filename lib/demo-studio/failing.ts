import { AppError } from "@/lib/platform/errors";

/** Words in double brackets make the studio fail on purpose, so that every failure can be tested. */
export function failOnPurpose(prompt: string, failed: AppError) {
  if (prompt.includes("[[flagged]]")) {
    throw new AppError(
      "content_flagged",
      "This description was flagged as sensitive. Change the wording and try again.",
    );
  }
  if (prompt.includes("[[fail]]")) throw failed;
  if (prompt.includes("[[busy]]")) {
    throw new AppError("ai_rate_limited", "The studio is busy. Please try again in a moment.", {
      retryAfter: 2,
    });
  }
}
