import { id } from "@/lib/platform/http/ids";
import { z } from "@/lib/platform/zod";
import { passphraseLength } from "./sign-in/password-rules";

const usernameSchema = z
  .string("Username is required")
  .min(1, "Username is required")
  .min(3, "Username must be at least 3 characters")
  .max(30, "Username must be at most 30 characters")
  .regex(
    /^[A-Za-z0-9_-]+$/,
    "Username can only contain letters, numbers, underscores, and hyphens",
  );

export const emailSchema = z
  .string("Email is required")
  .trim()
  .min(1, "Email is required")
  .max(254, "Email is invalid")
  .pipe(z.email("Email is invalid"));

const passwordRule =
  "Password must contain at least one lowercase letter, one uppercase letter, and one number";

export const passwordSchema = z
  .string("Password is required")
  .min(1, "Password is required")
  .min(6, "Password must be at least 6 characters")
  .max(200, "Password must be at most 200 characters")
  .refine(
    (v) =>
      [...v].length >= passphraseLength ||
      (/\p{Ll}/u.test(v) && /\p{Lu}/u.test(v) && /\p{Nd}/u.test(v)),
    passwordRule,
  );

const personName = (what: string) =>
  z.string().trim().max(100, `${what} must be at most 100 characters`);

const bioSchema = z.string().trim().max(300, "Bio must be at most 300 characters");

/** The URL as browsers write it, or null: credentials in it make it look like another one. */
function webAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.protocol === "https:" && url.username === "" && url.password === "";
  return isPlain && url.hostname.includes(".") ? url.href : null;
}

const linkSchema = z
  .string()
  .trim()
  .max(2000, "A link must be at most 200 characters")
  .refine((text) => webAddress(text) !== null, {
    error: "Each link must be a whole address that begins with https://",
    abort: true,
  })
  .transform((text) => webAddress(text) ?? "")
  .pipe(z.string().max(200, "A link must be at most 200 characters"));

const linksSchema = z
  .array(linkSchema)
  .max(5, "There is room for five links")
  .transform((links) => [...new Set(links)]);

export const registerBody = z.strictObject({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  firstName: personName("First name").default(""),
  lastName: personName("Last name").default(""),
  inviteCode: z.string().max(200).optional(),
});
export type RegisterInput = z.infer<typeof registerBody>;

const confirmation = {
  confirmPassword: z
    .string("Please confirm your password")
    .min(1, "Please confirm your password")
    .max(200, "Passwords do not match"),
};

/** The form asks for the password twice and sends the first. */
export const registerForm = registerBody
  .extend(confirmation)
  .refine((v) => v.password === v.confirmPassword, {
    path: ["confirmPassword"],
    message: "Passwords do not match",
  });

/** From an authenticator app, or a recovery code. */
export const secondStepCode = z
  .string("Enter the code")
  .trim()
  .min(1, "Enter the code")
  .max(40, "This is not a valid code");

export const loginBody = z.strictObject({
  email: emailSchema,
  password: z
    .string("Password is required")
    .min(1, "Password is required")
    .max(200, "Password is too long"),
  /** Needed where two-step sign-in is on; without it the error asks for it. */
  code: secondStepCode.optional(),
});
export type LoginInput = z.infer<typeof loginBody>;

export const profileBody = z.strictObject({
  firstName: personName("First name").optional(),
  lastName: personName("Last name").optional(),
  username: usernameSchema.optional(),
  bio: bioSchema.optional(),
  links: linksSchema.optional(),
  /** A picture in our own storage, or null for none. */
  avatar: z.string().max(300).nullable().optional(),
  /** Whether the feed initially shows only stories made by hand. */
  hidesAi: z.boolean().optional(),
  email: emailSchema.optional(),
  /** Needed with a new e-mail address. */
  currentPassword: z.string().max(200).optional(),
});
export type ProfileInput = z.infer<typeof profileBody>;

/** The form always has all of these fields, and sends only the changed ones. */
export const profileForm = registerBody
  .pick({ firstName: true, lastName: true, username: true, email: true })
  .extend({
    bio: bioSchema,
    /** One per line; a missing scheme becomes https. */
    links: z
      .string()
      .max(20_000, "There is room for five links")
      .transform((text, context) => {
        const lines = text
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean);
        const links = linksSchema.safeParse(
          lines.map((line) => (/^[a-z][a-z0-9+.-]*:/i.test(line) ? line : `https://${line}`)),
        );
        if (links.success) return links.data;
        const [issue] = links.error.issues;
        context.addIssue({ code: "custom", message: issue?.message ?? "", input: text });
        return z.NEVER;
      }),
    currentPassword: z.string().max(200, "Current password is incorrect"),
  });

/**
 * Accounts that sign in through other services have no password yet: they set their first one
 * without it.
 */
export const passwordBody = z.strictObject({
  currentPassword: z.string().max(200, "Current password is incorrect").default(""),
  newPassword: passwordSchema,
});
export type PasswordInput = z.infer<typeof passwordBody>;

const currentPassword = passwordBody.shape.currentPassword.unwrap();
const changedPassword = passwordBody.extend({ currentPassword, ...confirmation });
const isRepeated = (v: z.output<typeof changedPassword>) => v.newPassword === v.confirmPassword;
const notRepeated = { path: ["confirmPassword"], message: "Passwords do not match" };

/** Asks for the new password twice and sends the first. */
export const passwordForm = changedPassword.refine(isRepeated, notRepeated);

/** Like `passwordForm`, for accounts that already have a password. */
export const changePasswordForm = changedPassword
  .extend({ currentPassword: currentPassword.min(1, "Current password is required") })
  .refine(isRepeated, notRepeated);

export const forgotPasswordBody = z.strictObject({ email: emailSchema });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordBody>;

const noToken = "Please open the link in your email again";
/** The fragment behind the `#` of a mailed link. */
const mailedToken = z.string(noToken).min(1, noToken).max(200, "This is not a valid link");

export const resetPasswordBody = z.strictObject({
  token: mailedToken,
  newPassword: passwordSchema,
  /** Needed where two-step sign-in is on. */
  code: secondStepCode.optional(),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordBody>;

export const resetLinkBody = resetPasswordBody.pick({ token: true });

/** Asks for the new password twice; the token is the link's. */
export const resetPasswordForm = resetPasswordBody
  .omit({ token: true })
  .extend(confirmation)
  .refine((v) => v.newPassword === v.confirmPassword, {
    path: ["confirmPassword"],
    message: "Passwords do not match",
  });

export const confirmEmailBody = z.strictObject({ token: mailedToken });

/** Public data of a person. */
export const authorDto = z.object({
  _id: id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable(),
});
export type Author = z.infer<typeof authorDto>;

/** A user's texts for their public page. */
export const aboutDto = z.object({ bio: z.string(), links: z.array(z.string()) });

/** The signed-in user, under /auth alone: with the e-mail address. */
export const userDto = authorDto.extend(aboutDto.shape).extend({
  email: z.string(),
  /** Whether a mailed link has confirmed the address. */
  emailVerified: z.boolean(),
  isAdministrator: z.boolean(),
  hidesAi: z.boolean(),
  /** False for accounts that only sign in through another service. */
  hasPassword: z.boolean(),
  createdAt: z.iso.datetime(),
  lastLogin: z.iso.datetime().nullable(),
});
export type User = z.infer<typeof userDto>;

export const sessionDto = z.object({ user: userDto, token: z.string(), message: z.string() });
export const meDto = z.object({ user: userDto });
export const messageDto = z.object({ message: z.string() });
export const profileDto = z.object({ user: userDto, message: z.string() });
export const resetLinkDto = z.object({
  /** Whether a new password needs a code of the second step as well. */
  asksCode: z.boolean(),
});
export const passwordDto = z.object({ message: z.string(), token: z.string() });

/** Services for signing in whose keys are configured. */
const providerId = z.enum(["google", "github"]);
export const providerParams = z.object({ provider: providerId });
export const providerDto = z.object({ id: providerId, name: z.string() });
export type Provider = z.infer<typeof providerDto>;
export const providersDto = z.object({ providers: z.array(providerDto) });
export const connectionsDto = z.object({
  connections: z.array(providerDto.extend({ connectedAt: z.iso.datetime() })),
});
