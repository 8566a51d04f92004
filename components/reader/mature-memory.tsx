"use client";
import { useEffect } from "react";
import { ifKept } from "@/components/ui/if-kept";
import { matureKey } from "./mature-key";

/** What the script of the question does, where the page was reached by a link: no script runs then. */
export function MatureMemory() {
  useEffect(() => {
    const box = document.querySelector<HTMLInputElement>("#adult");
    if (!box) return;
    const gone = new AbortController();
    const show = () => {
      if (!box.checked) return;
      ifKept(() => localStorage.setItem(matureKey, "yes"));
      const title = document.querySelector<HTMLElement>("#adult-story h1");
      if (title) title.tabIndex = -1;
      title?.focus();
      window.dispatchEvent(new Event("resize"));
    };
    // It looks like a button.
    const press = ({ key }: KeyboardEvent) => key === "Enter" && !box.onkeydown && box.click();
    box.addEventListener("change", show, { signal: gone.signal });
    box.addEventListener("keydown", press, { signal: gone.signal });
    if (!box.checked && ifKept(() => localStorage.getItem(matureKey)) === "yes") {
      box.checked = true;
      window.dispatchEvent(new Event("resize"));
    }
    return () => gone.abort();
  }, []);
  return null;
}
