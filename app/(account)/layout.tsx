import type { ReactNode } from "react";
import { privateMetadata } from "@/lib/discovery/metadata";

export const metadata = privateMetadata;

export default function AccountLayout({ children }: { children: ReactNode }) {
  return children;
}
