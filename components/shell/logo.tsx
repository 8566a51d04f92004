/** The logo: a speech bubble whose tail is a pen's nib. `Logo` is the mark with the name. */
import { brand } from "@/lib/platform/brand";

function LogoMark() {
  return (
    <svg width={36} height={36} viewBox="0 0 48 48" aria-hidden="true">
      <path
        d="M26 4C37.5 4 45 10 45 18.5C45 27.5 37 34 26 34C25 34 24 34 23 33.9L8.5 45L12.5 30.3C7 27.5 4 23.5 4 18.5C4 10 14 4 26 4Z"
        fill="var(--color-yellow)"
        stroke="var(--color-ink)"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <path
        d="M8.5 45L12.5 30.3C13.5 26.5 16 24 19 22.5L25.5 30C24.8 31.6 24 33 23 33.9Z"
        fill="var(--color-ink)"
      />
      <path
        d="M10.5 42.5L17.3 33"
        stroke="var(--color-yellow)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx="18.6" cy="31" r="2.1" fill="var(--color-yellow)" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark />
      <span className="display text-2xl max-[15rem]:hidden">{brand.name}</span>
    </span>
  );
}
