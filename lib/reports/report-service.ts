import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { canSendMail } from "@/lib/accounts/attempt-limits";
import { getUser } from "@/lib/accounts/queries";
import { keyedHash } from "@/lib/platform/auth/encryption";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { AppError, fieldError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { mailer } from "@/lib/platform/mail";
import { requestReportMail } from "@/lib/platform/mail/report-events";
import { enforceRateLimit, type RateRule } from "@/lib/platform/rate-limit";
import { findSubject } from "./queries";
import { emailMissing, needsEmail, type ReportInput, type ReportReceipt } from "./schema";

/** Reports from one address in a day, by all its users: a household or an office may share one. */
const perAddress: RateRule = { name: "report-address", max: 40, windowSeconds: 86_400 };

/**
 * Stores a report of something that the viewer, or every visitor, can see. A visitor has one open
 * report for each story, with all its scenes, and for each person.
 * @param address the client's address, for counting; stored as a hash
 * @throws AppError `rate_limited`, `not_found`, `validation_failed` without the email of a visitor,
 * `conflict` for a second report before the decision
 */
export async function submitReport(
  viewer: Viewer | null,
  address: string,
  { kind, id, reason, words, email }: ReportInput,
): Promise<ReportReceipt> {
  await enforceRateLimit(perAddress, address);
  if (!viewer && !email && needsEmail(reason)) {
    throw fieldError("email", emailMissing);
  }
  const { storyId, sceneId, sceneNumber, authorId } = await findSubject(viewer, kind, id);
  const contact = viewer ? (await getUser(viewer.id)).email : email;
  const isMailed = contact !== undefined && (await canSendMail(contact));
  const row = {
    id: randomUUID(),
    token: randomBytes(32).toString("base64url"),
    kind,
    storyId,
    sceneId,
    sceneNumber,
    authorId,
    reason,
    words,
    reporterId: viewer?.id,
    ...(!viewer && { email, visitor: keyedHash(`${address} ${storyId ?? authorId}`, "reports") }),
  };
  const number = await transact(async (tx, send) => {
    const [made] = await tx.report.createManyAndReturn({
      data: [row],
      skipDuplicates: true,
      select: { number: true },
    });
    if (!made) {
      throw new AppError(
        "conflict",
        "You have reported this already. It is waiting for a decision, and you will be told of it.",
      );
    }
    if (isMailed) send(requestReportMail("receipt", row.id));
    return made.number;
  });
  return { number, token: row.token, isMailed: isMailed && mailer().delivers };
}
