"use client";
import { useEffect } from "react";

/**
 * Tells the styles what of the page a screen keyboard leaves to be seen, as --visible-top and
 * --visible-height, and keeps what is written into in sight there. Not every browser makes the page
 * itself smaller for its keyboard.
 */
export function useVisualViewport(isEnabled: boolean): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!isEnabled || !view) return;
    const { style } = document.documentElement;
    const clearProperties = () => {
      style.removeProperty("--visible-top");
      style.removeProperty("--visible-height");
    };
    const updateProperties = () => {
      // Zoomed in by its reader, the page stays as large as it is.
      if (view.scale > 1.01) return clearProperties();
      style.setProperty("--visible-top", `${view.offsetTop}px`);
      style.setProperty("--visible-height", `${view.height}px`);
    };
    const resize = () => {
      updateProperties();
      const field = document.activeElement;
      if (field instanceof HTMLTextAreaElement) field.scrollIntoView({ block: "nearest" });
    };
    updateProperties();
    view.addEventListener("resize", resize);
    view.addEventListener("scroll", updateProperties);
    return () => {
      view.removeEventListener("resize", resize);
      view.removeEventListener("scroll", updateProperties);
      clearProperties();
    };
  }, [isEnabled]);
}
