import "server-only";
import { db } from "@/lib/platform/db";
import { mailer } from "@/lib/platform/mail";
import { absoluteUrl } from "@/lib/platform/site";
import type { MailKind } from "./events";
import {
  codesLeft,
  emailChangedMail,
  noPasswordMail,
  passwordChangedMail,
  resetMail,
  signInMethodChangedMail,
  verificationMail,
} from "./mail-templates";
import { getConnections, getTwoStep } from "./queries";
import { issueLink, notifyFormerEmail } from "./sign-in/mailed-links-service";

/** Behind `#`: browsers send a fragment to no server, so it is in no log and in no referrer. */
const link = (path: string, token: string) => `${absoluteUrl(path)}#${token}`;

/**
 * Writes and sends a mail, with a link made at this moment. A retry makes a new link. Accounts that
 * do not exist get no mail.
 */
export async function sendAccountMail(kind: MailKind, userId: string): Promise<void> {
  const user = await db.user.findUnique({
    where: { id: userId, isActive: true },
    select: { username: true, email: true, emailVerifiedAt: true, passwordHash: true },
  });
  if (!user) return;
  const { username, email } = user;
  if (kind === "email-changed") {
    await notifyFormerEmail(userId, (to) =>
      mailer().send({ to, ...emailChangedMail(username, absoluteUrl("/login")) }),
    );
    return;
  }
  const write = async () => {
    switch (kind) {
      case "reset": {
        if (user.passwordHash === null) {
          const services = (await getConnections(userId)).map(({ name }) => name);
          return noPasswordMail(username, services, absoluteUrl("/login"));
        }
        return resetMail(username, link("/reset-password", await issueLink(kind, userId, email)));
      }
      case "verification": {
        if (user.emailVerifiedAt) return null;
        const token = await issueLink(kind, userId, email);
        return verificationMail(username, link("/confirm-email", token));
      }
      case "password-changed":
        return passwordChangedMail(username, absoluteUrl("/forgot-password"));
      case "recovery-code-used": {
        const { recoveryCodes } = await getTwoStep({ id: userId });
        const more = codesLeft(recoveryCodes);
        return signInMethodChangedMail(kind, username, absoluteUrl("/forgot-password"), more);
      }
      default:
        return signInMethodChangedMail(kind, username, absoluteUrl("/forgot-password"));
    }
  };
  const letter = await write();
  if (letter) await mailer().send({ to: email, ...letter });
}
