import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Dashboard } from "@/components/accounts/dashboard";
import { OwnStories } from "@/components/feed/own-stories";
import { MonthSpending } from "@/components/spending/month-spending";
import { signInProviders } from "@/lib/accounts/providers";
import { getConnections, getUser } from "@/lib/accounts/queries";
import { isFree } from "@/lib/spending/estimates";
import { spentThisMonth } from "@/lib/spending/queries";
import { listOwnStories } from "@/lib/stories/feed-queries";
import { pageViewer } from "../../page-viewer";

export const metadata: Metadata = { title: "Dashboard", robots: { index: false } };

/** The newest stand on the dashboard, two rows of them; all are on the shelf. */
const shownStories = 12;

export default async function DashboardPage() {
  const viewer = await pageViewer();
  if (!viewer) redirect("/login?from=%2Fdashboard");
  const [user, connections, { stories, pagination }, spent] = await Promise.all([
    getUser(viewer.id),
    getConnections(viewer.id),
    listOwnStories(viewer, { limit: shownStories }),
    spentThisMonth(viewer.id),
  ]);
  return (
    <Dashboard
      user={user}
      providers={signInProviders()}
      connected={connections.map(({ id }) => id)}
    >
      <OwnStories stories={stories} total={pagination.total} />
      {(!isFree() || spent.micros > 0 || spent.unpricedCalls > 0) && (
        <MonthSpending spent={spent} />
      )}
    </Dashboard>
  );
}
