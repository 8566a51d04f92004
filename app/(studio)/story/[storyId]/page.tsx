import type { Metadata } from "next";
import { WorkspacePage, workspaceMetadata } from "./workspace-page";

type Props = { params: Promise<{ storyId: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> =>
  workspaceMetadata((await params).storyId);

export default async function StoryPage({ params }: Props) {
  const { storyId } = await params;
  return <WorkspacePage storyId={storyId} />;
}
