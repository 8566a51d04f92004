import { mailWanted } from "@/lib/accounts/events";
import { sendAccountMail } from "@/lib/accounts/mail-service";
import { db } from "@/lib/platform/db";
import { type ShownMail, shownMail } from "@/lib/platform/mail/shown";

/** Does what the durable function does, and returns the mails to an address, newest first. */
export async function mailTo(email: string): Promise<ShownMail[]> {
  const name = mailWanted.name;
  const wanted = await db.outboxEvent.findMany({
    where: { name, sentAt: null },
    orderBy: { createdAt: "asc" },
  });
  for (const { id, data } of wanted) {
    const { kind, userId } = mailWanted.schema.parse(data);
    await sendAccountMail(kind, userId);
    await db.outboxEvent.update({ where: { id }, data: { sentAt: new Date() } });
  }
  return shownMail().filter(({ to }) => to === email);
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
