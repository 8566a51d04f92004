import type { ReactNode } from "react";
import { NeedsSession } from "@/components/accounts/needs-session";
import { privateMetadata } from "@/lib/discovery/metadata";
import "./studio.css";

export const metadata = privateMetadata;

export default function StudioLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <NeedsSession />
      {children}
    </>
  );
}
