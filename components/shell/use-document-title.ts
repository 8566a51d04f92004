import { useEffect } from "react";
import { brand } from "@/lib/platform/brand";

/** Names the tab after what stands on the page, where the server did not know it or it has changed. */
export function useDocumentTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = `${name} · ${brand.name}`;
  }, [name]);
}
