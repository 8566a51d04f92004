import { mailRequested } from "@/lib/accounts/events";
import { sendAccountMail } from "@/lib/accounts/mail-service";
import { db } from "@/lib/platform/db";
import { type LoggedMail, listLoggedMails } from "@/lib/platform/mail/log-mailer";

/** Does what the durable function does, and returns the mails to an address, newest first. */
export async function mailTo(email: string): Promise<LoggedMail[]> {
  const name = mailRequested.name;
  const wanted = await db.outboxEvent.findMany({
    where: { name, sentAt: null },
    orderBy: { createdAt: "asc" },
  });
  for (const { id, data } of wanted) {
    const { kind, userId } = mailRequested.schema.parse(data);
    await sendAccountMail(kind, userId);
    await db.outboxEvent.update({ where: { id }, data: { sentAt: new Date() } });
  }
  return listLoggedMails().filter(({ to }) => to === email);
}

/** The address of the link in the newest mail, which must lead to this page. */
export async function linkTo(page: string, email: string): Promise<URL> {
  const [mail] = await mailTo(email);
  const found = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0];
  if (!found?.includes(`${page}#`)) throw new Error(`no link to ${page} in: ${mail?.text}`);
  return new URL(found);
}

export const tokenOf = async (page: string, email: string): Promise<string> =>
  (await linkTo(page, email)).hash.slice(1);
