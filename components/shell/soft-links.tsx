"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Only what is a page: files, feeds and frames are the browser's. */
const isPage = (path: string) => !/^\/(api|embed|media|_next)\/|\.[a-z0-9]+$/.test(path);

/**
 * Where a click on a link leads within this site, or null where the browser goes by itself: elsewhere,
 * into another tab, to a file, or to a place on the same page.
 */
export function wayWithin(link: HTMLAnchorElement, event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  if (!link.href || link.hasAttribute("download") || (link.target && link.target !== "_self")) {
    return null;
  }
  const { origin, pathname, search, hash } = new URL(link.href);
  const here = window.location;
  if (origin !== here.origin || !isPage(pathname)) return null;
  if (hash && pathname === here.pathname && search === here.search) return null;
  return pathname + search + hash;
}

/**
 * Plain links of the site change the page without loading the document anew. One listener for all of
 * them, so that a link is an `<a>` and nothing else, in markup from the server too; without it, or
 * before it, they lead to the same place. `data-still` keeps the place on the page.
 */
export function SoftLinks() {
  const router = useRouter();
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener(
      "click",
      (event) => {
        const link = event.target instanceof Element ? event.target.closest("a") : null;
        const way = link && wayWithin(link, event);
        if (!way) return;
        event.preventDefault();
        router.push(way, { scroll: !("still" in link.dataset) });
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [router]);
  return null;
}
