import type { Metadata } from "next";
import { ErrorPage } from "@/components/shell/error-page";
import { Illustration } from "@/components/ui/pictures/illustration";

export const metadata: Metadata = { title: "Page Not Found" };

/** Unknown paths; drafts of others and deleted stories get the same words. */
export default function NotFound() {
  return (
    <ErrorPage picture={<Illustration name="torn-page" />} title="Page Not Found">
      This page does not exist or was removed. Check the address, or go to the home page.
    </ErrorPage>
  );
}
