import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RevalidateOnBfcache } from "@/components/accounts/session/revalidate-on-bfcache";
import { Dashboard } from "@/components/accounts/settings/dashboard";
import { OwnStories } from "@/components/feed/own-stories";
import { OwnDecisions } from "@/components/reports/own-decisions";
import { MonthSpending } from "@/components/spending/month-spending";
import { Notice } from "@/components/ui/notice";
import { getSignInMethods, getUser } from "@/lib/accounts/queries";
import { oauthErrorText } from "@/lib/accounts/sign-in/oauth-errors";
import { signInProviders } from "@/lib/accounts/sign-in/providers";
import { signInHref } from "@/lib/platform/http/return-path";
import { mailer } from "@/lib/platform/mail";
import { absoluteUrl } from "@/lib/platform/site";
import { decisionsAbout, reportsBy } from "@/lib/reports/queries";
import { countOpen } from "@/lib/reports/queue-queries";
import { isFree } from "@/lib/spending/estimates";
import { spentThisMonth } from "@/lib/spending/queries";
import { listOwnStories } from "@/lib/stories/feed/queries";
import { getPageViewer } from "../../page-viewer";
import type { SearchParams } from "../sign-in-params";

export const metadata: Metadata = { title: "Dashboard", robots: { index: false } };

/** The newest stories fill two rows; 'My stories' has all of them. */
const shownStories = 12;

export default async function DashboardPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await getPageViewer();
  if (!viewer) redirect(signInHref("/dashboard"));
  const { error } = await searchParams;
  const [user, waysIn, { stories, pagination }, spent, decisions, reports, openReports] =
    await Promise.all([
      getUser(viewer.id),
      getSignInMethods(viewer),
      listOwnStories(viewer, { limit: shownStories }),
      spentThisMonth(viewer.id),
      decisionsAbout(viewer),
      reportsBy(viewer),
      countOpen(viewer),
    ]);
  return (
    <Dashboard
      user={user}
      providers={signInProviders()}
      waysIn={waysIn}
      catalogue={absoluteUrl("/opds")}
      sendsMail={mailer().delivers}
      openReports={openReports}
      problem={typeof error === "string" && <Notice tone="error">{oauthErrorText(error)}</Notice>}
    >
      <RevalidateOnBfcache renderId={randomUUID()} />
      <OwnDecisions decisions={decisions} reports={reports} />
      <OwnStories stories={stories} total={pagination.total} />
      {(!isFree() || spent.micros > 0 || spent.unpricedCalls > 0) && (
        <MonthSpending spent={spent} />
      )}
    </Dashboard>
  );
}
