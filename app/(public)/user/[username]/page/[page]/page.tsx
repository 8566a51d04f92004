import { notFound } from "next/navigation";
import { env } from "@/lib/platform/env";
import { ProfilePage, type ProfileProps, profileMetadata } from "../../../profile-page";

/** Serves `/user/<name>?page=<page>`: next.config.ts rewrites such URLs to this route. */
export const revalidate = 300;
export const generateStaticParams = () => [];
export const generateMetadata = profileMetadata;

export default function PublicProfileFurther(props: ProfileProps) {
  if (!env().PUBLIC_BROWSING) notFound();
  return <ProfilePage {...props} />;
}
