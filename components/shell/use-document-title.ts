import { useEffect } from "react";
import { brand } from "@/lib/platform/brand";

/**
 * Sets the tab's title from the page's content, if the server did not know it or it has changed.
 */
export function useDocumentTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = `${name} · ${brand.name}`;
  }, [name]);
}
