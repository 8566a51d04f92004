import type { Metadata } from "next";
import { LazyTornPage } from "@/components/illustrations/lazy-torn-page";
import { ErrorPage } from "@/components/shell/error-page";

export const metadata: Metadata = { title: "Page Not Found" };

/** Unknown paths, and with the same words drafts of others and stories that are gone. */
export default function NotFound() {
  return (
    <ErrorPage picture={<LazyTornPage />} title="Page Not Found">
      This page does not exist or was removed. Check the address, or go to the home page.
    </ErrorPage>
  );
}
