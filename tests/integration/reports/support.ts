import sharp from "sharp";
import { buildBook } from "@/lib/books/build-service";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { type LoggedMail, listLoggedMails } from "@/lib/platform/mail/log-mailer";
import { reportMailRequested } from "@/lib/platform/mail/report-events";
import { sendReportMail } from "@/lib/reports/mail-service";
import { callRaw } from "../books/support";
import { type Person, person, visitor } from "../http/harness";

export const administrator = () => person("admin", { isAdministrator: true });

/** Reports something; each time from an address of its own unless told otherwise. */
export function report(as: Person | null, id: string, more: object = {}, peer = freshAddress()) {
  const email = as ? {} : { email: "reader@comics.test" };
  const body = { kind: "story", id, reason: "spam", words: "It sells lamps.", ...email, ...more };
  return (as ?? visitor).post("/reports", body, { "x-inkwright-peer": peer });
}

let addresses = 0;
export const freshAddress = () => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};

export const decide = (
  as: Person,
  id: string,
  action: string,
  { kind = "story", reason = `Because of ${action}.` } = {},
) => as.post("/reports/decisions", { kind, id, action, reason });

export const object = (as: Person, decisionId: string, words = "It was not like that.") =>
  as.post(`/reports/decisions/${decisionId}/objection`, { words });

/** Does what the durable function does, and returns the mails to an address, newest first. */
export async function mailsTo(email: string): Promise<LoggedMail[]> {
  const { name } = reportMailRequested;
  const wanted = await db.outboxEvent.findMany({
    where: { name, sentAt: null },
    orderBy: { createdAt: "asc" },
  });
  for (const { id, data } of wanted) {
    const { kind, id: subject } = reportMailRequested.schema.parse(data);
    await sendReportMail(kind, subject);
    await db.outboxEvent.update({ where: { id }, data: { sentAt: new Date() } });
  }
  return listLoggedMails().filter(({ to }) => to === email);
}

/** Gives a story a picture of its author's alone, in all panels. */
export async function repaint(id: string, uploaderId: string) {
  const image = { width: 333, height: 300, channels: 3, background: "#123456" } as const;
  const bytes = await sharp({ create: image }).png().toBuffer();
  const other = await storePicture(bytes, { origin: "photo", uploaderId });
  await db.panel.updateMany({
    where: { scene: { storyId: id } },
    data: { imageMediaId: other.id },
  });
  await db.character.deleteMany({ where: { storyId: id } });
  await db.location.deleteMany({ where: { storyId: id } });
  await db.story.update({ where: { id }, data: { previewMediaId: other.id } });
  return db.scene.findFirstOrThrow({
    where: { storyId: id },
    include: { panels: { orderBy: { panelNumber: "asc" } } },
  });
}

export async function archiveOf(id: string, as: Person): Promise<Buffer> {
  const params = { storyId: id };
  await as.post(`/stories/${params.storyId}/books`, { format: "archive" });
  for (const row of await db.book.findMany({ where: { storyId: id, status: "queued" } }))
    await buildBook(row.id);
  const path = "/stories/{storyId}/books/{format}";
  return (await callRaw("GET", path, { ...params, format: "archive" }, { as })).bytes;
}
export const importOf = async (body: Uint8Array, as: Person) =>
  (await callRaw("POST", "/stories/import", {}, { as, body, type: "application/zip" })).body.data
    .storyId as string;
