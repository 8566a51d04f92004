import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { OAuthButtons } from "@/components/accounts/sign-in/oauth-buttons";
import { RegisterForm } from "@/components/accounts/sign-in/register-form";
import { SignInLayout } from "@/components/accounts/sign-in/sign-in-layout";
import { PendingStoryNotice } from "@/components/feed/pending-story-notice";
import { signInProviders } from "@/lib/accounts/sign-in/providers";
import { env } from "@/lib/platform/env";
import { getPageViewer } from "../../page-viewer";
import { type SearchParams, signInTarget } from "../sign-in-params";

export const metadata: Metadata = { title: "Create Account", robots: { index: false } };

export default async function RegisterPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const from = signInTarget(query);
  if (await getPageViewer()) redirect(from);
  const inviteCode = typeof query.invite === "string" ? query.invite.slice(0, 200) : "";
  return (
    <SignInLayout
      title="Create Account"
      intro="Your first comic is one sentence away."
      picture="comic-page-open"
    >
      <PendingStoryNotice />
      <RegisterForm from={from} inviteCode={inviteCode} />
      {/* A service login carries no invitation: people with an account sign in on the login
          page. */}
      {!env().INVITE_CODE && <OAuthButtons providers={signInProviders()} from={from} />}
    </SignInLayout>
  );
}
