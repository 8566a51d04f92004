/** The fixed header: the logo leads home, the account stands at the right. */
import Link from "next/link";
import type { ReactNode } from "react";
import { brand } from "@/lib/platform/brand";
import { Logo } from "./logo";

export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className="shell-header">
      <div className="mx-auto flex h-full max-w-wide items-center justify-between gap-4 px-4 md:px-8">
        <Link
          href="/"
          prefetch={false}
          aria-label={`${brand.name}, home`}
          className="rounded-control"
        >
          <Logo />
        </Link>
        {/* As wide as 'Sign In', the widest thing that can stand here: nothing moves. */}
        <div className="flex min-w-20 items-center justify-end">{children}</div>
      </div>
    </header>
  );
}
