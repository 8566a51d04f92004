import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LoginForm } from "@/components/accounts/sign-in/login-form";
import { OAuthButtons } from "@/components/accounts/sign-in/oauth-buttons";
import { SignInLayout } from "@/components/accounts/sign-in/sign-in-layout";
import { PendingStoryNotice } from "@/components/feed/pending-story-notice";
import { Notice } from "@/components/ui/notice";
import { oauthErrorText } from "@/lib/accounts/sign-in/oauth-errors";
import { signInProviders } from "@/lib/accounts/sign-in/providers";
import { getPageViewer } from "../../page-viewer";
import { type SearchParams, signInTarget } from "../sign-in-params";

export const metadata: Metadata = { title: "Sign In", robots: { index: false } };

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const from = signInTarget(query);
  if (await getPageViewer()) {
    // A signed-in viewer came here to connect a service.
    redirect(
      typeof query.error === "string"
        ? `/dashboard?error=${encodeURIComponent(query.error)}`
        : from,
    );
  }
  return (
    <SignInLayout title="Sign In" intro="Sign in to continue your stories." picture="comic-page">
      <PendingStoryNotice />
      {typeof query.error === "string" && (
        <Notice tone="error">{oauthErrorText(query.error)}</Notice>
      )}
      <LoginForm from={from} />
      <OAuthButtons providers={signInProviders()} from={from} />
    </SignInLayout>
  );
}
