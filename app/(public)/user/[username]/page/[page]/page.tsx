import { notFound } from "next/navigation";
import { env } from "@/lib/platform/env";
import { ProfilePage, type ProfileProps, profileMetadata } from "../../../profile-page";

/** `/user/<name>?page=<page>`, as next.config.ts writes it. */
export const revalidate = 300;
export const generateStaticParams = () => [];
export const generateMetadata = profileMetadata;

export default function PublicProfileFurther(props: ProfileProps) {
  if (!env().PUBLIC_BROWSING) notFound();
  return <ProfilePage {...props} />;
}
