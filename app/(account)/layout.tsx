import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { privateMetadata } from "@/lib/discovery/metadata";

export const metadata = privateMetadata;

export default function AccountLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>;
}
