"use client";
import { useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useState } from "react";
import { removeSearchParam } from "./remove-search-param";

/** Reports once for `?remixed` that the remix succeeded, and focuses the title. */
export function RemixNotice({ title }: { title: RefObject<HTMLElement | null> }) {
  const hasParam = useSearchParams().has("remixed");
  const [isNew] = useState(hasParam);
  useEffect(() => {
    if (!isNew) return;
    removeSearchParam("remixed");
    title.current?.focus({ preventScroll: true });
  }, [isNew, title]);
  return (
    isNew && (
      <p role="status" className="font-bold">
        This is your own copy: change what you like. The original stays as it is.
      </p>
    )
  );
}
