import { type ComponentProps, createElement, type MouseEvent } from "react";
import { useRouter } from "./router";

interface LinkProps extends ComponentProps<"a"> {
  href: string;
  prefetch?: boolean | null;
  replace?: boolean;
  scroll?: boolean;
}

/** Replaces next/link: an anchor that navigates through the router. */
export default function Link({ prefetch, replace, scroll, onClick, ...anchor }: LinkProps) {
  const router = useRouter();
  return createElement("a", {
    ...anchor,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event);
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || anchor.target) return;
      event.preventDefault();
      router[replace ? "replace" : "push"](anchor.href);
    },
  });
}
