"use client";
import { useEffect } from "react";
import { tryStorage } from "@/lib/platform/try-storage";
import { ageGateKey } from "./age-gate-key";

/**
 * Does what the age gate's script does, after a client-side navigation, which runs no inline
 * scripts.
 */
export function AgeGateEffect() {
  useEffect(() => {
    const box = document.querySelector<HTMLInputElement>("#adult");
    if (!box) return;
    const controller = new AbortController();
    const show = () => {
      if (!box.checked) return;
      tryStorage(() => localStorage.setItem(ageGateKey, "yes"));
      const title = document.querySelector<HTMLElement>("#adult-story h1");
      if (title) title.tabIndex = -1;
      title?.focus();
      window.dispatchEvent(new Event("resize"));
      if (window.location.hash) window.location.replace(window.location.hash);
    };
    // It looks like a button, so Enter must work.
    const press = ({ key }: KeyboardEvent) => key === "Enter" && !box.onkeydown && box.click();
    box.addEventListener("change", show, { signal: controller.signal });
    box.addEventListener("keydown", press, { signal: controller.signal });
    if (!box.checked && tryStorage(() => localStorage.getItem(ageGateKey)) === "yes") {
      box.checked = true;
      window.dispatchEvent(new Event("resize"));
    }
    return () => controller.abort();
  }, []);
  return null;
}
