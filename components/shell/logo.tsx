/** The drawn mark: a balloon whose tail is a pen's nib. `Logo` is the mark with the name. */
import { brand } from "@/lib/platform/brand.ts";

export function LogoMark({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <path
        d="M25 3C37 3 45 9.500 45 18.500S37.500 34 27 34.500L23.500 34.500L7 45.500L13 31.500C6.500 29 3 24.500 3 18.500C3 9.500 12 3 25 3Z"
        fill="var(--color-yellow)"
        stroke="var(--color-ink)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="M7 45.500L13 31.500L18 30L23.500 34.500Z" fill="var(--color-ink)" />
      <path d="M8.500 44L17.500 33" stroke="var(--color-paper)" strokeWidth="1.5" />
      <circle cx="18" cy="32.500" r="1.800" fill="var(--color-paper)" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark />
      <span className="display text-2xl">{brand.name}</span>
    </span>
  );
}
