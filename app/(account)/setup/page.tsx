import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SetupPage } from "@/components/setup/setup-page";
import { getSetup } from "@/lib/setup/queries";
import { getPageViewer } from "../../page-viewer";

/** Without a title for other viewers, who get the not-found page with its own title. */
export async function generateMetadata(): Promise<Metadata> {
  const viewer = await getPageViewer();
  return viewer?.isAdministrator ? { title: "Setup", robots: { index: false } } : {};
}

export default async function Setup() {
  const viewer = await getPageViewer();
  if (!viewer?.isAdministrator) notFound();
  return <SetupPage initial={await getSetup(viewer)} />;
}
