import "server-only";
import { randomBytes } from "node:crypto";
import { audit } from "@/lib/platform/audit-service";
import { hashPassword } from "@/lib/platform/auth/password";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { emailSchema, passwordSchema } from "./schema";
import { refuseCommon } from "./sign-in/common-passwords";
import { findFreeUsername } from "./unique-names-service";

interface AdministratorReport {
  created: boolean;
  username: string;
  email: string;
  /** The generated password: returned once, never again. */
  generatedPassword: string | null;
}

/**
 * Creates or promotes the only administrator; an earlier administrator becomes an ordinary user.
 * For the command line alone, never over HTTP. A given password replaces the old one.
 * @throws AppError `validation_failed`
 */
export async function ensureAdministrator(input: {
  email: string;
  password?: string | undefined;
}): Promise<AdministratorReport> {
  const email = check("--email", emailSchema.safeParse(input.email));
  const givenPassword =
    input.password === undefined
      ? undefined
      : check("--password", passwordSchema.safeParse(input.password));
  if (givenPassword !== undefined) await refuseCommon(givenPassword, "--password");
  const { ADMIN_EMAIL } = env();
  if (ADMIN_EMAIL && ADMIN_EMAIL.toLowerCase() !== email.toLowerCase()) {
    throw new AppError(
      "validation_failed",
      `ADMIN_EMAIL names ${ADMIN_EMAIL}, so only that account can be the administrator. Give that address, or change ADMIN_EMAIL first.`,
    );
  }
  const existing = await db.user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true },
  });
  const generated =
    givenPassword === undefined && existing?.passwordHash == null ? generatePassword() : null;
  const password = givenPassword ?? generated;
  const passwordHash = password === null ? undefined : await hashPassword(password);
  const user = await db.$transaction(async (tx) => {
    await tx.user.updateMany({
      where: { isAdministrator: true, email: { not: email } },
      data: { isAdministrator: false },
    });
    const select = { id: true, username: true, email: true } as const;
    const { id, ...named } = existing
      ? await tx.user.update({
          where: { id: existing.id },
          data: {
            isAdministrator: true,
            isActive: true,
            ...(passwordHash ? { passwordHash } : {}),
          },
          select,
        })
      : await tx.user.create({
          data: {
            email,
            username: await findFreeUsername(email.split("@")[0] ?? ""),
            passwordHash,
            isAdministrator: true,
          },
          select,
        });
    // The operator of the server gets access again without the phone, and other users lose theirs.
    if (passwordHash && existing) {
      await tx.twoStep.deleteMany({ where: { userId: id } });
      await tx.appPassword.deleteMany({ where: { userId: id } });
      await tx.session.deleteMany({ where: { userId: id } });
    }
    await audit(tx, { actorId: null, action: "promote", subjectKind: "author", subjectId: id });
    return named;
  });
  return { created: !existing, ...user, generatedPassword: generated };
}

function check(
  name: string,
  parsed:
    | { success: true; data: string }
    | { success: false; error: { issues: { message: string }[] } },
): string {
  if (parsed.success) return parsed.data;
  throw new AppError(
    "validation_failed",
    `${name}: ${parsed.error.issues[0]?.message ?? "invalid"}`,
  );
}

/** 24 characters of all kinds that the rules require. */
function generatePassword(): string {
  for (;;) {
    const password = randomBytes(18).toString("base64url");
    if (passwordSchema.safeParse(password).success) return password;
  }
}
