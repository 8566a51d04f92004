/**
 * Replaces next/navigation: the current address, and the navigations of the page. A test
 * reads and sets them through `router`; setup.ts resets them.
 */
import { useMemo, useSyncExternalStore } from "react";
import { createListeners } from "@/lib/platform/listeners";

const { notify, subscribe } = createListeners();
let params: Record<string, string> = {};

// As the router does, hooks follow the native history.
for (const how of ["pushState", "replaceState"] as const) {
  const change = window.history[how].bind(window.history);
  window.history[how] = (...entry) => {
    change(...entry);
    notify();
  };
}

const go = (href: string, how: "push" | "replace") => window.history[`${how}State`](null, "", href);

export const router = {
  /** Addresses without their origin, in their order. */
  pushed: [] as string[],
  replaced: [] as string[],
  prefetched: [] as string[],
  refreshes: 0,
  backs: 0,
  /** The page's own address, before it is rendered. */
  at(href: string, of: Record<string, string> = {}) {
    params = of;
    go(href, "replace");
  },
  get href() {
    return location.pathname + location.search + location.hash;
  },
  reset() {
    Object.assign(router, { pushed: [], replaced: [], prefetched: [], refreshes: 0, backs: 0 });
    router.at("/");
  },
};

const methods = {
  push(href: string) {
    router.pushed.push(href);
    go(href, "push");
  },
  replace(href: string) {
    router.replaced.push(href);
    go(href, "replace");
  },
  prefetch: (href: string) => void router.prefetched.push(href),
  refresh() {
    router.refreshes += 1;
  },
  back() {
    router.backs += 1;
  },
  forward() {},
};

export const useRouter = () => methods;
function subscribeToAddress(listener: () => void) {
  window.addEventListener("popstate", listener);
  const end = subscribe(listener);
  return () => {
    window.removeEventListener("popstate", listener);
    end();
  };
}
function useUrl(): URL {
  const getHref = () => location.href;
  const href = useSyncExternalStore(subscribeToAddress, getHref, getHref);
  return useMemo(() => new URL(href), [href]);
}
export const usePathname = () => useUrl().pathname;
export const useSearchParams = () => useUrl().searchParams;
export const useParams = () => {
  useUrl();
  return params;
};

/** Next throws to leave for another page: a test sees the error. */
export const notFound = (): never => {
  throw new Error("NEXT_NOT_FOUND");
};
export const redirect = (href: string): never => {
  throw new Error(`NEXT_REDIRECT ${href}`);
};
