"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { Progress } from "@/components/ui/progress";

/** Milliseconds; a page that loads sooner needs no indicator. */
const delay = 100;

/** Shows that the page of a clicked link is loading. */
export function NavigationProgress() {
  return (
    <Suspense fallback={null}>
      <BarForUrl />
    </Suspense>
  );
}

function BarForUrl() {
  const url = `${usePathname()}?${useSearchParams()}`;
  return <Bar key={url} />;
}

function Bar() {
  const [isPending, setIsPending] = useState(false);
  useEffect(() => {
    let timer = 0;
    function press({ defaultPrevented, target }: MouseEvent) {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
      // Next's Link prevents the browser's navigation, for which the browser has its own progress.
      if (!defaultPrevented || !link || link.origin !== location.origin) return;
      if (link.pathname === location.pathname && link.search === location.search) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setIsPending(true), delay);
    }
    // On the window, so that it runs after React's listeners have prevented the navigation.
    window.addEventListener("click", press);
    return () => {
      window.removeEventListener("click", press);
      window.clearTimeout(timer);
    };
  }, []);
  return (
    isPending && (
      <div
        role="status"
        className="navigation-progress fixed inset-x-0 top-[calc(var(--header)-2px)] z-51 in-data-[chrome=hidden]:top-0"
      >
        <Progress label="Loading the page" className="h-2 rounded-none border-x-0 border-t-0" />
      </div>
    )
  );
}
