import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";

export default function AccountLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>;
}
