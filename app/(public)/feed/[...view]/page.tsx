import { notFound } from "next/navigation";
import { env } from "@/lib/platform/env";
import { HomePage, type HomeProps, homeMetadata } from "../home-page";

/**
 * The home page of a site with public browsing. next.config.ts rewrites `/` and `/tag/<tag>` with
 * their `?sort=` and `?page=` to `/feed/<sort>/<page>[/<tag>]`, so that each is a cached page.
 */
export const revalidate = 300;
export const generateStaticParams = () => [];
export const generateMetadata = homeMetadata;

export default function PublicHome(props: HomeProps) {
  if (!env().PUBLIC_BROWSING) notFound();
  return <HomePage {...props} />;
}
