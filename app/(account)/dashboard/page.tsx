import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Dashboard } from "@/components/accounts/dashboard";
import { signInProviders } from "@/lib/accounts/providers";
import { getConnections, getUser } from "@/lib/accounts/queries";
import { pageViewer } from "../../page-viewer";

export const metadata: Metadata = { title: "Dashboard", robots: { index: false } };

export default async function DashboardPage() {
  const viewer = await pageViewer();
  if (!viewer) redirect("/login?from=%2Fdashboard");
  const [user, connections] = await Promise.all([getUser(viewer.id), getConnections(viewer.id)]);
  return (
    <Dashboard
      user={user}
      providers={signInProviders()}
      connected={connections.map(({ id }) => id)}
    />
  );
}
