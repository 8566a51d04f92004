"use client";
import { useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useState } from "react";
import { dropParameter } from "./drop-parameter";

/** `?remixed`, as a remix leads here, says once what has become of it; the focus goes to the title. */
export function CopyNote({ title }: { title: RefObject<HTMLElement | null> }) {
  const asked = useSearchParams().has("remixed");
  const [isNew] = useState(asked);
  useEffect(() => {
    if (!isNew) return;
    dropParameter("remixed");
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
