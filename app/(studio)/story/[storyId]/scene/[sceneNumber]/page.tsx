import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { WorkspacePage, workspaceMetadata } from "../../workspace-page";

type Props = { params: Promise<{ storyId: string; sceneNumber: string }> };

export const generateMetadata = async ({ params }: Props): Promise<Metadata> =>
  workspaceMetadata((await params).storyId);

export default async function ScenePage({ params }: Props) {
  const { storyId, sceneNumber } = await params;
  if (!/^[1-9]\d{0,4}$/.test(sceneNumber)) notFound();
  return <WorkspacePage storyId={storyId} sceneNumber={Number(sceneNumber)} />;
}
