import type { Metadata } from "next";
import { WorkspacePage } from "./workspace-page";

export const metadata: Metadata = { title: "Workspace", robots: { index: false } };

export default async function StoryPage({ params }: { params: Promise<{ storyId: string }> }) {
  const { storyId } = await params;
  return <WorkspacePage storyId={storyId} />;
}
