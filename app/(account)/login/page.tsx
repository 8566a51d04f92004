import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LoginForm } from "@/components/accounts/login-form";
import { OAuthButtons } from "@/components/accounts/oauth-buttons";
import { SignInFrame } from "@/components/accounts/sign-in-frame";
import { KeptStart } from "@/components/feed/kept-start";
import { Notice } from "@/components/ui/notice";
import { refusalText } from "@/lib/accounts/oauth-refusals";
import { signInProviders } from "@/lib/accounts/providers";
import { pageViewer } from "../../page-viewer";
import { type SearchParams, signInTarget } from "../sign-in-params";

export const metadata: Metadata = { title: "Sign In", robots: { index: false } };

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const from = signInTarget(query);
  if (await pageViewer()) {
    // Whoever is signed in wanted to connect a service.
    redirect(
      typeof query.error === "string"
        ? `/dashboard?error=${encodeURIComponent(query.error)}`
        : from,
    );
  }
  return (
    <SignInFrame title="Sign In" intro="Your stories are where you left them." last="bang">
      <KeptStart />
      {typeof query.error === "string" && <Notice tone="error">{refusalText(query.error)}</Notice>}
      <LoginForm from={from} />
      <OAuthButtons providers={signInProviders()} from={from} />
    </SignInFrame>
  );
}
