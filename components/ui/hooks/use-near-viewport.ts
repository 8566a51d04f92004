"use client";
import {
  type FocusEvent,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";

/** Distance beyond the screen at which content is rendered in advance. */
const viewportMargin = "120% 0px";

type Listener = (isNear: boolean) => void;

let sharedObserver: IntersectionObserver | undefined;
const listeners = new WeakMap<Element, Listener>();

/** One shared observer for all elements. */
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
  /** Stops rendering an element that is far away once the focus has left it. */
  onBlur: (event: FocusEvent) => void;
  /** Renders it now at any distance, until it has been near and left again. */
  show: () => void;
}

/**
 * Whether an element is on the screen or close to it. A focused element stays rendered, so that
 * scrolling does not discard typed text.
 * @param initially value on the server and in the first render
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
      const keepsRendered = relatedTarget instanceof Node && ref.current?.contains(relatedTarget);
      if (!keepsRendered && !intersects.current) setIsNear(false);
    },
    show: () => setIsNear(true),
  };
}
