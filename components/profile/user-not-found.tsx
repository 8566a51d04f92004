"use client";
import { usePathname } from "next/navigation";
import { ErrorPage } from "@/components/shell/error-page";
import { Illustration } from "@/components/ui/pictures/illustration";
import { decodePathSegment } from "@/lib/platform/http/return-path";

/** 'User Not Found', with the username of the address. */
export function UserNotFound() {
  const parts = usePathname().split("/");
  const username = decodePathSegment(parts[parts.indexOf("user") + 1] ?? "");
  return (
    <ErrorPage
      picture={<Illustration name="cape-on-hook" />}
      title="User Not Found"
      home="Back to Home"
    >
      The user "{username}" could not be found.
    </ErrorPage>
  );
}
