"use client";
import { useEffect } from "react";

/**
 * Sets --visible-top and --visible-height to the area that an on-screen keyboard leaves, and keeps
 * the focused field visible. Not every browser resizes the page for its keyboard.
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
      // Pinch zoom must not change the layout.
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
