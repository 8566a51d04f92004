import type { Metadata } from "next";
import { ForgotPasswordForm } from "@/components/accounts/forgot-password-form";
import { SignInFrame } from "@/components/accounts/sign-in-frame";

export const metadata: Metadata = { title: "Forgot Password", robots: { index: false } };

export default function ForgotPasswordPage() {
  return (
    <SignInFrame title="Forgot Password" intro="You get a link to choose a new one." last="bang">
      <ForgotPasswordForm />
    </SignInFrame>
  );
}
