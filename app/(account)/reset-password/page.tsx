import type { Metadata } from "next";
import { ResetPasswordForm } from "@/components/accounts/reset-password-form";
import { SignInFrame } from "@/components/accounts/sign-in-frame";

export const metadata: Metadata = { title: "New Password", robots: { index: false } };

export default function ResetPasswordPage() {
  return (
    <SignInFrame title="New Password" last="bang">
      <ResetPasswordForm />
    </SignInFrame>
  );
}
