import type { Metadata } from "next";
import { ResetPasswordForm } from "@/components/accounts/sign-in/reset-password-form";
import { SignInLayout } from "@/components/accounts/sign-in/sign-in-layout";

export const metadata: Metadata = { title: "New Password", robots: { index: false } };

export default function ResetPasswordPage() {
  return (
    <SignInLayout title="New Password" picture="comic-page">
      <ResetPasswordForm />
    </SignInLayout>
  );
}
