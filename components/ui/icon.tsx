/**
 * The few icons of pages for visitors: one path each, without a library in the browser. Elsewhere
 * icons come from lucide-react.
 *
 *   <Icon d={heart} />
 *
 * Decoration: the name stands beside it, or on the button.
 */
export function Icon({ d, className }: { d: string; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className ? `icon ${className}` : "icon"}
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}

export const heart = "M12 20.5 4.6 13A4.9 4.9 0 0 1 12 6.6 4.9 4.9 0 0 1 19.4 13Z";
export const fork =
  "M3.5 5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M15.5 5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M9.5 19a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M6 7.5v2A2.5 2.5 0 0 0 8.5 12h7A2.5 2.5 0 0 0 18 9.5v-2M12 12v4.5";
export const downloadArrow = "M12 3.5V15M6.5 10l5.5 5.5 5.5-5.5M4 20.5h16";
export const monitor = "M3 4h18v12H3ZM12 16v4.5M8 20.5h8";
export const moon = "M20 14A8.5 8.5 0 1 1 10 4a7.2 7.2 0 0 0 10 10Z";
export const sun =
  "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4";
