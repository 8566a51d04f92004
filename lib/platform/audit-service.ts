import "server-only";
import type { Viewer } from "./auth/viewer";
import { db, type Tx } from "./db";
import { isId } from "./http/ids";

interface AuditEntry {
  /** Null for the command line. */
  actorId: string | null;
  action: string;
  subjectKind: "story" | "author" | "call";
  subjectId: string | null;
  reason?: string;
}

/** Adds a row to the audit log, in the transaction of the change that it records. */
export const audit = async (tx: Tx, entry: AuditEntry): Promise<void> => {
  await tx.auditEntry.create({ data: entry });
};

/**
 * Records a change by an administrator before it is made: if recording fails, so does the change.
 * @param input parameters and fields with their values; the first id is the subject
 */
export async function auditCall(viewer: Viewer, what: string, input: object): Promise<void> {
  const subject = Object.entries(input).find(
    ([name, value]) => name.endsWith("Id") && typeof value === "string" && isId(value),
  );
  await audit(db, {
    actorId: viewer.id,
    action: what.slice(0, 300),
    subjectKind: "call",
    subjectId: subject?.[1] ?? null,
  });
}
