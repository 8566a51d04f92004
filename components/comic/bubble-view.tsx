import type { TextBubble } from "@/lib/scenes/bubble";
import { bubbleGeometry, type Size } from "@/lib/scenes/bubble-geometry";

/** Bangers is on every page already, under the name that the page's own fonts gave it. */
const familyOf = (family: TextBubble["style"]["fontFamily"]) =>
  family === "Bangers" ? "var(--font-display)" : `"${family}", var(--font-sans)`;

const shadowOffset = 3;

/**
 * One bubble in a panel of this size: balloon, tail and lettering. All paint stands in attributes,
 * so that a picture taken of the page looks the same as the page.
 */
export function BubbleView({ bubble, panel }: { bubble: TextBubble; panel: Size }) {
  if (bubble.text.trim() === "") return null;
  const { style } = bubble;
  const { path, lines, fontSize, borderWidth, dashes, scale } = bubbleGeometry(bubble, panel);
  const offset = shadowOffset * scale;
  return (
    <g opacity={style.opacity}>
      {style.shadow && (
        <path
          d={path}
          fill="#000000"
          fillOpacity={0.28}
          transform={`translate(${offset} ${offset})`}
        />
      )}
      <path
        d={path}
        fill={style.backgroundColor}
        stroke={borderWidth > 0 ? style.borderColor : "none"}
        strokeWidth={borderWidth}
        strokeDasharray={dashes || undefined}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <text
        fill={style.textColor}
        fontSize={fontSize}
        fontWeight={style.fontWeight}
        textAnchor="middle"
        style={{ fontFamily: familyOf(style.fontFamily) }}
      >
        {lines.map((line) => (
          <tspan key={line.y} x={line.x} y={line.y}>
            {line.text}
          </tspan>
        ))}
      </text>
    </g>
  );
}
