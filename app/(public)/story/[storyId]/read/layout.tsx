import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";

export default function ReadLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>;
}
