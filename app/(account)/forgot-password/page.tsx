import type { Metadata } from "next";
import { ForgotPasswordForm } from "@/components/accounts/sign-in/forgot-password-form";
import { SignInLayout } from "@/components/accounts/sign-in/sign-in-layout";

export const metadata: Metadata = { title: "Forgot Password", robots: { index: false } };

export default function ForgotPasswordPage() {
  return (
    <SignInLayout
      title="Forgot Password"
      intro="We will email you a link to set a new one."
      picture="comic-page"
    >
      <ForgotPasswordForm />
    </SignInLayout>
  );
}
