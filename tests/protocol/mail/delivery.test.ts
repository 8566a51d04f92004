import { afterAll, expect, it } from "vitest";
import { register } from "@/lib/accounts/service";
import { requestPasswordReset, resetPassword } from "@/lib/accounts/sign-in/recovery-service";
import { db } from "@/lib/platform/db";
import { decide } from "@/lib/reports/decision-service";
import { submitReport } from "@/lib/reports/report-service";
import { newRegistration } from "../../integration/accounts/requests";
import { makeStory, person } from "../../integration/http/harness";
import { GenerationHarness } from "../generation/harness";
import { startSmtpServer } from "./smtp-server";

const postbox = await startSmtpServer({ refusals: [{ at: "DATA", code: 451 }] });
const workshop = await GenerationHarness.open({
  writerMs: 0,
  painterMs: 0,
  variables: { SMTP_URL: postbox.url, MAIL_FROM: "mail@comics.example" },
});
afterAll(async () => {
  await workshop.close();
  await postbox.close();
});

const device = { name: "Firefox on Linux", network: "" };
const mails = (subject: string) =>
  postbox.received.filter(({ headers }) => headers.includes(subject));

it("a mail that was refused once arrives, and so does one requested while the functions were down", async () => {
  const { email, password, ...person } = newRegistration();
  await register({ ...person, email, password }, device);
  await expect.poll(() => mails("Confirm your email").length, { timeout: 30_000 }).toBe(1);
  expect(postbox.refused).toEqual([451]);

  await workshop.kill();
  const started = performance.now();
  await requestPasswordReset({ email });
  await requestPasswordReset({ email: newRegistration().email });
  // The request does not wait for the mail.
  expect(performance.now() - started).toBeLessThan(3_000);
  await workshop.start();
  await expect.poll(() => mails("Reset your").length, { timeout: 30_000 }).toBe(1);
  const [mail] = mails("Reset your");
  expect(mail?.to).toEqual([email]);
  const token = /reset-password#(\S+)/.exec(mail?.body ?? "")?.[1] ?? "";
  await resetPassword({ token, newPassword: "Another2horse" }, device);
  await expect.poll(() => mails("password was changed").length, { timeout: 30_000 }).toBe(1);

  await expect.poll(() => workshop.openRuns("send-mail"), { timeout: 30_000 }).toBe(0);
  // The rows of the engine hold neither the address nor the link.
  const kept = await db.$queryRaw<{ all: string }[]>`
    SELECT string_agg(row, ' ') AS all FROM (
      SELECT r::text AS row FROM inngest_engine.run r
      UNION ALL SELECT e::text FROM inngest_engine.event e) rows`;
  expect(kept[0]?.all).toContain("account/mail-wanted");
  expect(kept[0]?.all).not.toContain(email);
  expect(kept[0]?.all).not.toContain(token);
});

it("the reporter gets a receipt and the decision, and the author gets the decision", async () => {
  const email = newRegistration().email;
  const { story } = await makeStory({ author: await person("ada") });
  const { number, isMailed } = await submitReport(null, "198.51.100.7", {
    kind: "story",
    id: story.id,
    reason: "spam",
    words: "It sells lamps.",
    email,
  });
  const arrived = (subject: string) =>
    expect.poll(() => mails(subject).length, { timeout: 30_000 }).toBe(1);
  await arrived(`Your report ${number}`);
  // This process has no mail server set; the functions' has.
  expect(isMailed).toBe(false);
  const { viewer } = await person("admin", { isAdministrator: true });
  await decide(viewer, { kind: "story", id: story.id, action: "hide", reason: "Lamps are." });
  await arrived(`Decided: your report ${number}`);
  await arrived("A decision about your work");
  expect(mails(`Decided: your report ${number}`)[0]).toMatchObject({ to: [email] });
});
