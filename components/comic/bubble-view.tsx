import { memo } from "react";
import type { TextBubble } from "@/lib/scenes/bubble";
import { drawnGeometry, type Size } from "@/lib/scenes/bubble-geometry";

/** Bangers is on every page already, under the name that the page's own fonts gave it. */
export const familyOf = (family: TextBubble["style"]["fontFamily"]) =>
  family === "Bangers" ? "var(--font-display)" : `"${family}", var(--font-sans)`;

const shadowOffset = 3;

interface BubbleViewProps {
  bubble: TextBubble;
  panel: Size;
}

/**
 * One bubble in a panel of this size: balloon, tail and lettering. All paint stands in attributes,
 * so that a picture taken of the page looks the same as the page. Drawn again only when the bubble
 * is another object or the panel has another size: while one is dragged, the others rest.
 */
export const BubbleView = memo(
  DrawnBubble,
  (before, next) =>
    before.bubble === next.bubble &&
    before.panel.width === next.panel.width &&
    before.panel.height === next.panel.height,
);

function DrawnBubble({ bubble, panel }: BubbleViewProps) {
  if (bubble.text.trim() === "") return null;
  const { style } = bubble;
  const { path, lines, fontSize, borderWidth, dashes, scale } = drawnGeometry(bubble, panel);
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
