import type { Metadata } from "next";
import { TornPageLater } from "@/components/illustrations/torn-page-later";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";

export const metadata: Metadata = { title: "Page Not Found" };

/** Unknown paths, and with the same words drafts of others and stories that are gone. */
export default function NotFound() {
  return (
    <Page className="grid justify-items-center gap-4 text-center">
      <div className="aspect-4/3 w-full max-w-112">
        <TornPageLater />
      </div>
      <h1 className="display mt-2 text-3xl">Page Not Found</h1>
      <p className="max-w-measure text-lg text-ink-soft">
        This page has been torn out, or it was never drawn. Check the address, or start again from
        the front.
      </p>
      <ButtonLink href="/" variant="primary" className="mt-2">
        Go Home
      </ButtonLink>
    </Page>
  );
}
