import type { ReactNode } from "react";
import { SessionGuard } from "@/components/accounts/session/session-guard";
import { privateMetadata } from "@/lib/discovery/metadata";
import "../utilities.css";
import "./studio.css";

export const metadata = privateMetadata;

export default function StudioLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SessionGuard />
      {children}
    </>
  );
}
