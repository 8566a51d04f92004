import type { Metadata } from "next";
import { LazyTornPage } from "@/components/illustrations/lazy-torn-page";
import { ErrorPage } from "@/components/shell/error-page";

export const metadata: Metadata = { title: "Page Not Found" };

/** Unknown paths; drafts of others and deleted stories get the same words. */
export default function NotFound() {
  return (
    <ErrorPage picture={<LazyTornPage />} title="Page Not Found">
      This page does not exist or was removed. Check the address, or go to the home page.
    </ErrorPage>
  );
}
