import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { createSmtpMailer } from "@/lib/platform/mail/smtp-mailer";
import { startSmtpServer } from "./smtp-server";

const from = "Inkwright <mail@comics.example>";
const mail = {
  to: "ada@example.com",
  subject: "Grüße",
  text: `Hello ada,\n\nhttp://localhost:3000/reset-password#${"x".repeat(43)}\n\nßend\n`,
};

const open: { close: () => Promise<void> }[] = [];
async function postbox(...rules: Parameters<typeof startSmtpServer>) {
  const box = await startSmtpServer(...rules);
  open.push(box);
  return box;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((box) => box.close()));
});

const note = () => db.engineStatus.findUnique({ where: { port: "mail" } });

describe("mail over SMTP", () => {
  it("signs in and sends a text with its complete link to one address", async () => {
    const { url, received } = await postbox();
    await createSmtpMailer({ url, from }).send(mail);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: "mail@comics.example",
      to: ["ada@example.com"],
      user: "inkwright",
    });
    expect(received[0]?.body.replaceAll("\r\n", "\n")).toContain(mail.text.trim());
    expect(received[0]?.headers).toMatch(/^From: Inkwright <mail@comics\.example>$/m);
    expect(received[0]?.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(received[0]?.headers).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
    await expect.poll(note).toMatchObject({ lastError: null });
  });

  it("reports a temporary refusal, and gives up on a permanent one", async () => {
    const { url, received, refused } = await postbox({
      refusals: [
        { at: "DATA", code: 451 },
        { at: "RCPT TO", code: 450 },
        { at: "RCPT TO", code: 550 },
      ],
    });
    const { send } = createSmtpMailer({ url, from });
    await expect(send(mail)).rejects.toThrow();
    await expect(send(mail)).rejects.toThrow();
    await send(mail);
    expect([received, refused]).toEqual([[], [451, 450, 550]]);
    await send(mail);
    expect(received).toHaveLength(1);
  });

  it("checks the connection and the credentials without sending a mail", async () => {
    const { url } = await postbox({ password: "other" });
    const { check, send } = createSmtpMailer({ url, from });
    const sentence = "The mail server could not be reached, or refused the sign-in.";
    await expect(check?.()).rejects.toThrow(sentence);
    await expect(send(mail)).rejects.toThrow();
    const gone = createSmtpMailer({ url: "smtp://127.0.0.1:9", from });
    await expect(gone.check?.()).rejects.toThrow(sentence);
    await createSmtpMailer({ url: (await postbox()).url, from }).check?.();
  });

  it("adds no recipient and no header from the text of a mail", async () => {
    const { url, received } = await postbox();
    const { send } = createSmtpMailer({ url, from });
    await send({ ...mail, subject: "Hello\r\nBcc: eve@example.com\r\n\r\nInjected" });
    expect(received[0]?.to).toEqual(["ada@example.com"]);
    expect(received[0]?.headers).not.toMatch(/^Bcc/m);
  });
});
