import type { Metadata } from "next";
import { connection } from "next/server";
import { ForgotPasswordForm } from "@/components/accounts/forgot-password-form";
import { SignInFrame } from "@/components/accounts/sign-in-frame";
import { Notice } from "@/components/ui/notice";
import { mailer } from "@/lib/platform/mail";

export const metadata: Metadata = { title: "Forgot Password", robots: { index: false } };

export default async function ForgotPasswordPage() {
  // Whether mail is sent is a setting of the server that runs, not of its build.
  await connection();
  return (
    <SignInFrame
      title="Forgot Password"
      intro="We mail you a link to choose a new one."
      last="bang"
    >
      {!mailer().delivers && (
        <Notice tone="warning">
          This site sends no mail yet. Whoever runs it finds your link on its Setup page and in its
          log.
        </Notice>
      )}
      <ForgotPasswordForm />
    </SignInFrame>
  );
}
