import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { privateMetadata } from "@/lib/discovery/metadata";
import "./studio.css";

export const metadata = privateMetadata;

export default function StudioLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>;
}
