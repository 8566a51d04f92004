import type { Metadata } from "next";
import { ConfirmEmailForm } from "@/components/accounts/confirm-email-form";
import { SignInFrame } from "@/components/accounts/sign-in-frame";

export const metadata: Metadata = { title: "Confirm Email", robots: { index: false } };

export default function ConfirmEmailPage() {
  return (
    <SignInFrame
      title="Confirm Email"
      intro="One press, and we know that this address is yours."
      last="yours"
    >
      <ConfirmEmailForm />
    </SignInFrame>
  );
}
