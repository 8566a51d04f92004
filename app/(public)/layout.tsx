import type { ReactNode } from "react";
import "@/components/comic/fonts";

/** Pages for everybody: no library of the browser's side is loaded before somebody needs it. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  return children;
}
