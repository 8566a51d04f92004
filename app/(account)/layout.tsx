import type { ReactNode } from "react";
import { privateMetadata } from "@/lib/discovery/metadata";
import "../utilities.css";

export const metadata = privateMetadata;
/** Dynamic, because scripts carry the nonce of the request (proxy.ts). */
export const dynamic = "force-dynamic";

export default function AccountLayout({ children }: { children: ReactNode }) {
  return children;
}
