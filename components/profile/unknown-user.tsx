"use client";
import { usePathname } from "next/navigation";
import { CapeOnHook } from "@/components/illustrations/cape-on-hook";
import { Trouble } from "@/components/shell/trouble";

/** Nobody has this name; the address says which. */
export function UnknownUser() {
  const parts = usePathname().split("/");
  const username = decoded(parts[parts.indexOf("user") + 1] ?? "");
  return (
    <Trouble picture={<CapeOnHook />} title="User Not Found" home="Back to Home">
      The user "{username}" could not be found.
    </Trouble>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
