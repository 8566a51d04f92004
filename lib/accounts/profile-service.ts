import "server-only";
import { findUnreferencedKeys, lockObjects } from "@/lib/media/object-service";
import { keyOf } from "@/lib/media/urls";
import { pageTag } from "@/lib/pages/cache-tags";
import { hashPassword } from "@/lib/platform/auth/password";
import { type Device, renewSession } from "@/lib/platform/auth/sessions";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { expirePages } from "@/lib/platform/cache";
import { db, Prisma, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { fieldError, unauthorized } from "@/lib/platform/errors";
import type { Send } from "@/lib/platform/jobs/events";
import { abandonJobs, commit, transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { mailer } from "@/lib/platform/mail";
import { storage } from "@/lib/platform/storage/index";
import { canSendMail, deviceProof } from "./attempt-limits";
import { parseAvatarUrl } from "./author";
import { requestMail } from "./events";
import { ownMediaIds } from "./export/own-media-queries";
import { toUser, userSelect } from "./queries";
import type { PasswordInput, ProfileInput, User } from "./schema";
import { revokeAppPasswords } from "./sign-in/app-passwords-service";
import { refuseCommon } from "./sign-in/common-passwords";
import { revokeLink, saveFormerEmail } from "./sign-in/mailed-links-service";
import { confirmPassword, getCredentials } from "./sign-in/password-check-service";
import { mailNotSentMessage } from "./sign-in/recovery-service";
import { appPasswordsRevokedMessage } from "./sign-in/security-schema";
import { withUniqueNames } from "./unique-names-service";

/**
 * Changes a user's profile. A new address gets a mail that confirms it, and the old one a mail
 * about the change; it is part of the device's proof, which is then renewed.
 * @throws AppError `validation_failed`, `username_taken`, `email_exists`
 */
export async function updateProfile(
  viewer: Viewer,
  input: ProfileInput,
): Promise<{ user: User; message: string; proof: string | undefined }> {
  const { firstName, lastName, username, bio, links, hidesAi, email, avatar } = input;
  const { currentPassword = "" } = input;
  const own = await getCredentials(viewer);
  const newEmail = email !== undefined && email !== own.email ? email : undefined;
  if (newEmail !== undefined) {
    if (own.passwordHash === null) {
      throw fieldError("email", "Set a password first, then you can change your email");
    }
    if (viewer.isAdministrator && env().ADMIN_EMAIL) {
      throw fieldError("email", "The administrator's email is set by ADMIN_EMAIL on the server");
    }
    await confirmPassword(viewer, currentPassword, "currentPassword");
  }
  const avatarMediaId =
    avatar === undefined ? undefined : avatar === null ? null : await ownPicture(viewer, avatar);
  const { user, pages, isMailed } = await withUniqueNames(
    { username, email: newEmail },
    async () => {
      // Only for an unused address: the user must not use up the mail limit of other people.
      const isMailed = newEmail !== undefined && (await canSendMail(newEmail));
      // An unconfirmed address may be a stranger's, so the mails to it are limited.
      const isTold =
        newEmail !== undefined && (own.emailVerifiedAt !== null || (await canSendMail(own.email)));
      return transact(async (tx, send) => {
        const before = await lockUsername(tx, viewer, Prisma.sql`NO KEY UPDATE`);
        const address = newEmail === undefined ? {} : { email: newEmail, emailVerifiedAt: null };
        const user = await tx.user.update({
          where: { id: viewer.id },
          data: { firstName, lastName, username, bio, links, hidesAi, avatarMediaId, ...address },
          select: userSelect,
        });
        if (isMailed) send(requestMail("verification", viewer.id));
        if (isTold) {
          await saveFormerEmail(tx, viewer.id, own.email);
          send(requestMail("email-changed", viewer.id));
        }
        return { user, pages: await pagesShowing(viewer.id, [before, user.username]), isMailed };
      });
    },
    viewer.id,
  );
  await expirePages(pages);
  const message = ["Your profile is saved.", ...(newEmail ? newAddress(newEmail, isMailed) : [])];
  const proof = newEmail && deviceProof(newEmail);
  return { user: toUser(user), message: message.join(" "), proof };
}

/** Effects of a new address, whether or not the mail could be sent. */
const newAddress = (email: string, isMailed: boolean) => [
  `From now on you sign in with ${email}.`,
  isMailed && mailer().delivers
    ? "We have sent a link there to confirm it."
    : isMailed
      ? `A link to confirm it was created. ${mailNotSentMessage}`
      : "Several emails were sent there already. Request the link to confirm it in half an hour.",
];

/**
 * The user's name, locked until the transaction ends; with `UPDATE` the lock also keeps stories of
 * the user from being added or published.
 * @throws AppError `unauthorized` if the account is deleted
 */
async function lockUsername(tx: Tx, { id }: Viewer, lock: Prisma.Sql): Promise<string> {
  const [row] = await tx.$queryRaw<{ username: string }[]>`
    SELECT username::text AS username FROM user_account WHERE id = ${id}::uuid FOR ${lock}`;
  if (!row) throw unauthorized();
  return row.username;
}

/** Cached pages that show a person under a current or former name. */
async function pagesShowing(userId: string, usernames: string[]): Promise<string[]> {
  // Drafts too, because another request may publish a draft at the same time.
  const stories = await db.story.findMany({ where: { authorId: userId }, select: { id: true } });
  // Pages of related stories name the remixed story or count the remixes.
  const related = await db.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM story s JOIN story r ON r.original_story_id = s.id
    WHERE s.author_id = ${userId}::uuid
    UNION
    SELECT s.original_story_id FROM story s
    WHERE s.author_id = ${userId}::uuid AND s.original_story_id IS NOT NULL`;
  return [
    ...usernames.map(pageTag.author),
    ...[...stories, ...related].map(({ id }) => pageTag.story(id)),
    ...(stories.length > 0 ? [pageTag.feed] : []),
  ];
}

/** A picture in our own storage; the app never fetches one from elsewhere. */
async function ownPicture(viewer: Viewer, url: string): Promise<string> {
  const named = parseAvatarUrl(url);
  const media =
    named &&
    (await db.mediaObject.findFirst({
      where: {
        ...named,
        mediaType: { startsWith: "image/" },
        // The user's own upload, or the current avatar.
        OR: [
          { uploads: { some: { userId: viewer.id } } },
          { avatarOf: { some: { id: viewer.id } } },
        ],
      },
      select: { id: true },
    }));
  if (!media) throw fieldError("avatar", "Please upload your picture here, then choose it");
  return media.id;
}

/**
 * Sets a new password, ends every session and app password, and opens a session for this browser.
 * The owner gets a mail.
 * @throws AppError `validation_failed` on `currentPassword`
 */
export async function changePassword(
  viewer: Viewer,
  { currentPassword, newPassword }: PasswordInput,
  device: Device,
): Promise<{ message: string; token: string; proof: string }> {
  await confirmPassword(viewer, currentPassword, "currentPassword");
  await refuseCommon(newPassword, "newPassword");
  const newHash = await hashPassword(newPassword);
  let lostApps = false;
  const work = async (tx: Tx, send: Send) => {
    lostApps = await revokeAppPasswords(tx, viewer.id);
    await revokeLink(tx, "reset", viewer.id);
    send(requestMail("password-changed", viewer.id));
    const data = { passwordHash: newHash };
    const where = { id: viewer.id };
    const { email } = await tx.user.update({ where, data, select: { email: true } });
    const token = await renewSession(tx, viewer, device, "all");
    return { token, proof: deviceProof(email) };
  };
  const { result, sent } = await retryOnLockConflict(() => commit(work));
  await sent;
  return {
    message: `Your password is changed. Every other session was signed out.${lostApps ? ` ${appPasswordsRevokedMessage}` : ""}`,
    ...result,
  };
}

/**
 * Deletes the account with its stories, likes and pictures. Remixes by others keep the title of
 * their origin.
 * @throws AppError `validation_failed` on `password`
 */
export async function deleteAccount(
  viewer: Viewer,
  password: string,
): Promise<{ message: string }> {
  await confirmPassword(viewer, password);
  const work = async (tx: Tx, send: Send) => {
    const pages = await pagesShowing(viewer.id, [
      await lockUsername(tx, viewer, Prisma.sql`UPDATE`),
    ]);
    await abandonJobs(tx, send, { ownerId: viewer.id });
    const shown = await ownMediaIds(tx, viewer.id);
    await tx.user.delete({ where: { id: viewer.id } });
    await tx.rateLimit.deleteMany({ where: { key: { endsWith: `user:${viewer.id}` } } });
    await tx.analyticsEvent.deleteMany({ where: { userId: viewer.id } });
    const orphans = await tx.mediaObject.findMany({
      where: { id: { in: shown }, ...unused },
      select: { id: true, sha256: true, extension: true, variants: true },
    });
    await tx.mediaObject.deleteMany({ where: { id: { in: orphans.map(({ id }) => id) } } });
    return { pages, orphans };
  };
  // A transaction that writes to one of the user's stories locks the story and waits for the
  // account.
  const { pages, orphans } = await retryOnLockConflict(() => transact(work));
  await expirePages(pages);
  const keys = orphans.flatMap(({ sha256, extension, variants }) => [
    keyOf({ sha256, extension }),
    ...(variants as { key: string }[]).map(({ key }) => key),
  ]);
  // The account is gone already; leftover bytes have no row and no address any more.
  await deleteUnknown(keys).catch((error) =>
    log.error({ err: error, objects: keys.length }, "objects not deleted"),
  );
  return { message: "Your account and everything in it is deleted." };
}

/** In batches: a statement has a time limit, and an upload of the same bytes waits for it. */
async function deleteUnknown(keys: string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += 200) {
    const part = keys.slice(start, start + 200);
    await db.$transaction(async (tx) => {
      await lockObjects(tx, part);
      await storage().delete(await findUnreferencedKeys(part));
    });
  }
}

/**
 * Condition on pictures that may be deleted: no row shows them, such as another user's remix, and no
 * other user uploaded them.
 */
const unused = {
  uploads: { none: {} },
  avatarOf: { none: {} },
  previewOf: { none: {} },
  panelImages: { none: {} },
  panelVideos: { none: {} },
  takes: { none: {} },
  takeOriginals: { none: {} },
  characterPrimary: { none: {} },
  locationPrimary: { none: {} },
  characterImages: { none: {} },
  locationImages: { none: {} },
  referencePictures: { none: {} },
  styleOf: { none: {} },
  libraryPrimary: { none: {} },
  libraryPictures: { none: {} },
  sharePictures: { none: {} },
};
