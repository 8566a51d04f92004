"use client";
import {
  type FocusEvent,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";

/** How far beyond the screen things are kept: what comes into sight is there already. */
const viewportMargin = "120% 0px";

type Listener = (isNear: boolean) => void;

let sharedObserver: IntersectionObserver | undefined;
const listeners = new WeakMap<Element, Listener>();

/** One observer for everything that is watched. */
function getObserver(): IntersectionObserver {
  sharedObserver ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: viewportMargin },
  );
  return sharedObserver;
}

interface NearViewport<T extends HTMLElement> {
  ref: RefObject<T | null>;
  isNear: boolean;
  /** Keeps what has the focus, and lets go of it when the focus has left. */
  onBlur: (event: FocusEvent) => void;
  /** Shows it whatever the distance, until it has been near and far again. */
  show: () => void;
}

/**
 * Whether an element is on the screen or close to it. What has the focus inside stays, so that
 * nobody's typing is taken away by scrolling.
 * @param initially for the server and the first render
 */
export function useNearViewport<T extends HTMLElement>(initially: boolean): NearViewport<T> {
  const ref = useRef<T>(null);
  const [isNear, setIsNear] = useState(initially);
  const intersects = useRef(initially);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    listeners.set(element, (next) => {
      intersects.current = next;
      if (!next && element.contains(document.activeElement)) return;
      startTransition(() => setIsNear(next));
    });
    getObserver().observe(element);
    return () => {
      getObserver().unobserve(element);
      listeners.delete(element);
    };
  }, []);

  return {
    ref,
    isNear,
    onBlur: ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && ref.current?.contains(relatedTarget);
      if (!stays && !intersects.current) setIsNear(false);
    },
    show: () => setIsNear(true),
  };
}
