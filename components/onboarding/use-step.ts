"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { type Step, steps } from "./wizard-state";

const addressOf = (step: Step) => (step === 1 ? location.pathname : `?step=${step}`);
const stepIn = (query: URLSearchParams) => steps.find((one) => one === Number(query.get("step")));

/** Number of the wizard's history entries before this one. Next adds its own state to the entry. */
const countStepsBehind = () => Number(window.history.state?.stepsBehind ?? 0);

/** Notifies of address changes that fire no popstate. */
const onAddress = new EventTarget();
function setAddress(how: "pushState" | "replaceState", step: Step) {
  const stepsBehind = countStepsBehind() + (how === "pushState" ? 1 : 0);
  window.history[how]({ stepsBehind }, "", addressOf(step));
  onAddress.dispatchEvent(new Event("change"));
}
function subscribe(listener: () => void) {
  window.addEventListener("popstate", listener);
  onAddress.addEventListener("change", listener);
  return () => {
    window.removeEventListener("popstate", listener);
    onAddress.removeEventListener("change", listener);
  };
}

/**
 * The step of the address, which the browser's Back and Forward change. Read from the address:
 * after a reload and Back, the router's search params miss a native pushState (Next 16.4.6).
 * @param kept the step of an earlier visit, for an address without one
 * @param onShow called when another step is shown
 * @returns the step, and a function that goes to another one
 */
export function useStep(kept: Step, onShow: (step: Step) => void): [Step, (step: Step) => void] {
  const given = stepIn(useSearchParams());
  const named = useSyncExternalStore(
    subscribe,
    () => stepIn(new URLSearchParams(location.search)),
    () => given,
  );
  /** Until the address names the step of the earlier visit. */
  const restored = useRef(named === undefined && kept !== 1 ? kept : null);
  const step = named ?? restored.current ?? 1;
  useLayoutEffect(() => {
    if (restored.current) setAddress("replaceState", restored.current);
  }, []);

  const shown = useRef(step);
  const show = useRef(onShow);
  show.current = onShow;
  useEffect(() => {
    if (named) restored.current = null;
    if (shown.current === step) return;
    shown.current = step;
    show.current(step);
  }, [named, step]);

  const go = useCallback((to: Step) => {
    const from = shown.current;
    // A save that completes after Back does not move the author forward.
    if (to > from + 1) return;
    if (to > from) setAddress("pushState", to);
    else if (to < from && countStepsBehind() > 0) window.history.back();
    else setAddress("replaceState", to);
  }, []);
  return [step, go];
}

/** True while `leaveSteps` goes back: a second call would leave the page. */
let isLeaving = false;

/** Leaves the steps: Back then leads to the page before the wizard. */
export function leaveSteps(): void {
  if (isLeaving) return;
  const behind = countStepsBehind();
  if (behind === 0) {
    window.history.replaceState(null, "", location.pathname);
    return;
  }
  isLeaving = true;
  const onArrival = () => {
    isLeaving = false;
  };
  window.addEventListener("popstate", onArrival, { once: true });
  window.history.go(-behind);
}
