import type { Metadata } from "next";
import { ConfirmEmailForm } from "@/components/accounts/sign-in/confirm-email-form";
import { SignInLayout } from "@/components/accounts/sign-in/sign-in-layout";

export const metadata: Metadata = { title: "Confirm Email", robots: { index: false } };

export default function ConfirmEmailPage() {
  return (
    <SignInLayout
      title="Confirm Email"
      intro="Confirm that this email address is yours."
      picture="comic-page-open"
    >
      <ConfirmEmailForm />
    </SignInLayout>
  );
}
