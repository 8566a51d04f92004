import { notFound } from "next/navigation";
import { env } from "@/lib/platform/env";
import { HomePage, type HomeProps, homeMetadata } from "../home-page";

/**
 * The home page where anybody may browse. `/` and `/tag/<tag>` with their `?sort=` and `?page=` are
 * rewritten to `/feed/<sort>/<page>[/<tag>]` (next.config.ts), so that all of them are cached pages.
 */
export const revalidate = 300;
export const generateStaticParams = () => [];
export const generateMetadata = homeMetadata;

export default function PublicHome(props: HomeProps) {
  if (!env().PUBLIC_BROWSING) notFound();
  return <HomePage {...props} />;
}
