import type { ReactNode } from "react";
import "@/components/comic/fonts";
import { Providers } from "@/components/shell/providers";

export default function StudioLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>;
}
