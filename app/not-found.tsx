import type { Metadata } from "next";
import { TornPageLater } from "@/components/illustrations/torn-page-later";
import { Trouble } from "@/components/shell/trouble";

export const metadata: Metadata = { title: "Page Not Found" };

/** Unknown paths, and with the same words drafts of others and stories that are gone. */
export default function NotFound() {
  return (
    <Trouble picture={<TornPageLater />} title="Page Not Found">
      This page has been torn out, or it was never drawn. Check the address, or start again from the
      front.
    </Trouble>
  );
}
