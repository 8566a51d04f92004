import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { cx } from "@/components/ui/utils/cx";
import { hash } from "@/components/ui/utils/hash";

/** A row of cards that scrolls sideways; the padding keeps focus rings whole. */
export const continueRow = "-mx-1.5 mt-1 flex gap-3 overflow-x-auto p-1.5 [scrollbar-width:none]";

interface ContinueCardProps {
  href: string;
  title: string;
  cover: (Pick<ComponentProps<"img">, "srcSet" | "sizes" | "decoding"> & { src: string }) | null;
  /** Larger, with room for a button in the corner. */
  isLarge?: boolean;
  /** The state of the story. */
  children: ReactNode;
}

/** A story to continue: its cover beside its title. */
export function ContinueCard({ href, title, cover, isLarge, children }: ContinueCardProps) {
  const picture = cx(
    "h-full flex-none border-r-2 border-ink object-cover",
    isLarge ? "w-15" : "w-12",
  );
  return (
    <Link
      href={href}
      prefetch={false}
      className={cx(
        "flex flex-none items-center gap-3 overflow-clip rounded-control border-2 border-ink bg-sheet text-[0.875rem]/4.5 hover:bg-yellow hover:text-on-yellow",
        isLarge ? "h-20 w-68 pr-8" : "h-15 w-60",
      )}
    >
      {cover ? (
        <ImageWithFallback {...cover} alt="" className={picture} />
      ) : (
        <span className={`card-blank card-blank-${hash(title, 4)} ${picture}`} aria-hidden="true" />
      )}
      <span className="min-w-0 pr-2">
        <b className="line-clamp-2 wrap-anywhere">{title}</b>
        <span>{children}</span>
      </span>
    </Link>
  );
}
