import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { WorkspacePage } from "../../workspace-page";

export const metadata: Metadata = { title: "Workspace", robots: { index: false } };

type Props = { params: Promise<{ storyId: string; sceneNumber: string }> };

export default async function ScenePage({ params }: Props) {
  const { storyId, sceneNumber } = await params;
  if (!/^[1-9]\d{0,4}$/.test(sceneNumber)) notFound();
  return <WorkspacePage storyId={storyId} sceneNumber={Number(sceneNumber)} />;
}
