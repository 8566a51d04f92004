import Link from "next/link";

interface LinkRowProps {
  label: string;
  links: { key: string; label: string; href: string; isCurrent: boolean }[];
  /** Whether a link keeps the scroll position. */
  keepsScroll?: boolean;
}

/** Choices side by side as links, each with its own address. */
export function LinkRow({ label, links, keepsScroll }: LinkRowProps) {
  return (
    <nav
      aria-label={label}
      className="link-row flex rounded-control border-2 border-ink bg-sheet text-[0.875rem]/6 font-bold"
    >
      {links.map(({ key, label: name, href, isCurrent }) => (
        <Link
          key={key}
          href={href}
          prefetch={false}
          scroll={!keepsScroll}
          aria-current={isCurrent ? "true" : undefined}
          className="px-3.5 py-2 hover:bg-wash aria-[current]:bg-ink aria-[current]:text-paper"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
