import { notFound } from "next/navigation";
import { env } from "@/lib/platform/env";
import { HomePage, type HomeProps, homeMetadata } from "../home-page";

/**
 * The home page where anybody may browse. `/` with its `?tag=` and `?page=` is rewritten to
 * `/feed/<page>[/<tag>]` (next.config.ts), so that every one of them is a cached page.
 */
export const revalidate = 3600;
export const generateStaticParams = () => [];
export const generateMetadata = homeMetadata;

export default function PublicHome(props: HomeProps) {
  if (!env().PUBLIC_BROWSING) notFound();
  return <HomePage {...props} />;
}
