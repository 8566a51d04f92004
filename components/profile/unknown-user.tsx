"use client";
import { usePathname } from "next/navigation";
import { CapeOnHook } from "@/components/illustrations/cape-on-hook";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Nobody has this name; the address says which. */
export function UnknownUser() {
  const parts = usePathname().split("/");
  const username = decoded(parts[parts.indexOf("user") + 1] ?? "");
  return (
    <Page>
      <EmptyState
        heading="h1"
        picture={<CapeOnHook />}
        title="User Not Found"
        action={
          <ButtonLink href="/" variant="primary">
            Back to Home
          </ButtonLink>
        }
      >
        The user "{username}" could not be found.
      </EmptyState>
    </Page>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
