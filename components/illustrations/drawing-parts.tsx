/**
 * Shared parts of all drawings: the inks and the frame of a panel. A drawing is a small printed
 * panel: its colours are the same in both themes, only its border follows the page. Drawings are
 * decoration (aria-hidden); the text beside them says the same.
 */
import type { ReactNode } from "react";

export const palette = {
  ink: "#17130e",
  paper: "#fffdf7",
  cream: "#f3e7cc",
  yellow: "#ffcf33",
  orange: "#f0913a",
  red: "#d4291f",
  sky: "#8fcdf0",
  blue: "#14639b",
  night: "#1d2b4f",
  green: "#2f8f57",
  skin: "#f4bf94",
  wood: "#c98a4b",
  shade: "#d9cdb4",
} as const;

interface PanelProps {
  /** Unique per drawing: prefixes the ids of its patterns. */
  id: string;
  width?: number;
  height?: number;
  background: string;
  /** Corners of the frame, drawn by hand and never quite straight. */
  frame?: string;
  /** Drawn over the frame: parts that break out of the panel. */
  over?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Panel({
  id,
  width = 400,
  height = 300,
  background,
  frame = `M6 9L${width - 9} 4L${width - 4} ${height - 8}L9 ${height - 4}Z`,
  over,
  className = "block h-auto w-full overflow-visible",
  children,
}: PanelProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={className}
      aria-hidden="true"
      fill="none"
      stroke={palette.ink}
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <defs>
        <clipPath id={`${id}-frame`}>
          <path d={frame} />
        </clipPath>
        <Dots id={`${id}-dots`} size={9} radius={2.4} />
        <Dots id={`${id}-fine`} size={6} radius={1.3} />
      </defs>
      <g clipPath={`url(#${id}-frame)`}>
        <rect width={width} height={height} fill={background} stroke="none" />
        {children}
      </g>
      <path d={frame} stroke="var(--color-ink)" strokeWidth="5" />
      {over}
    </svg>
  );
}

/** A pattern of dots at 45 degrees, in the `fill` of the use; ink by default. */
function Dots({ id, size, radius }: { id: string; size: number; radius: number }) {
  return (
    <pattern
      id={id}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <circle cx={size / 2} cy={size / 2} r={radius} fill={palette.ink} stroke="none" />
    </pattern>
  );
}

/** Rays from a point to the edge, for a shock or a light. */
export function Rays({
  x,
  y,
  count = 16,
  radius = 420,
  fill,
}: {
  x: number;
  y: number;
  count?: number;
  radius?: number;
  fill: string;
}) {
  const step = (2 * Math.PI) / count;
  const point = (angle: number) =>
    `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  const d = Array.from(
    { length: count },
    (_, index) => `M${x} ${y}L${point(index * step)}L${point((index + 0.5) * step)}Z`,
  ).join("");
  return <path d={d} fill={fill} stroke="none" />;
}

/** A limb or a stick: a coloured line with an ink outline. */
export function Tube({ d, fill, width = 26 }: { d: string; fill: string; width?: number }) {
  return (
    <>
      <path d={d} strokeWidth={width + 8} />
      <path d={d} stroke={fill} strokeWidth={width} />
    </>
  );
}
