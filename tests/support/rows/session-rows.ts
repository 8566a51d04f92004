import { startSession } from "@/lib/platform/auth/sessions";
import { db } from "@/lib/platform/db";

/** The token of a new session of a user. */
export const tokenOf = ({ id }: { id: string }): Promise<string> =>
  startSession(db, id, { name: "Firefox on Linux", network: "192.0.2.0/24" });
