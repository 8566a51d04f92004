"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { Progress } from "@/components/ui/progress";

/** Milliseconds: a page that comes sooner needs no sign. */
const delay = 100;

/** Shows after the press of a link that its page is on the way. */
export function NavigationProgress() {
  return (
    <Suspense fallback={null}>
      <OfThisAddress />
    </Suspense>
  );
}

function OfThisAddress() {
  const address = `${usePathname()}?${useSearchParams()}`;
  return <Bar key={address} />;
}

function Bar() {
  const [isPending, setIsPending] = useState(false);
  useEffect(() => {
    let timer = 0;
    function press({ defaultPrevented, target }: MouseEvent) {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
      // Where the app opens a link, it keeps the browser from it.
      if (!defaultPrevented || !link || link.origin !== location.origin) return;
      if (link.pathname === location.pathname && link.search === location.search) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setIsPending(true), delay);
    }
    // After React's own listeners.
    window.addEventListener("click", press);
    return () => {
      window.removeEventListener("click", press);
      window.clearTimeout(timer);
    };
  }, []);
  return (
    isPending && (
      <div role="status" className="navigation-progress">
        <Progress label="Loading the page" />
      </div>
    )
  );
}
