import { memo } from "react";
import {
  type BubbleGeometry,
  drawnGeometry,
  type PanelLayout,
} from "@/lib/scenes/bubbles/geometry";
import { boldOutline, shadowPaint } from "@/lib/scenes/bubbles/paint";
import type { BubbleStyle, TextBubble } from "@/lib/scenes/bubbles/schema";
import {
  bubbleLettering,
  directionOf,
  type FallbackFont,
  fallbackWeight,
  fontRuns,
  type LetteringFont,
} from "@/lib/scenes/lettering/font-fallback";
import { boldWeight } from "@/lib/scenes/lettering/glyph-widths";
import "./fonts";

/** Every page has loaded Bangers already, under the family names of next/font. */
export const fontFamilyOf = (family: TextBubble["style"]["fontFamily"]) =>
  family === "Bangers" ? "var(--font-display)" : `"${family}", var(--font-sans)`;

const fallbackFontFamilyOf = (face: FallbackFont) => `"${face}", var(--font-sans)`;

interface BubbleViewProps {
  bubble: TextBubble;
  panel: PanelLayout;
}

/**
 * One bubble at this panel size: outline, tail and lettering. All paint is in attributes, so that a
 * captured picture looks like the page. Memoized by bubble and size: a drag renders only the
 * dragged one.
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
  const geometry = drawnGeometry(bubble, panel);
  return (
    <g opacity={bubble.style.opacity}>
      <BubbleShape style={bubble.style} geometry={geometry} />
      <Lettering bubble={bubble} geometry={geometry} />
    </g>
  );
}

/** Outline and tail. */
function BubbleShape({ style, geometry }: { style: BubbleStyle; geometry: BubbleGeometry }) {
  const { path, borderWidth, dashes, scale } = geometry;
  const offset = shadowPaint.offset * scale;
  return (
    <>
      {style.shadow && (
        <path
          d={path}
          fill={shadowPaint.fill}
          fillOpacity={shadowPaint.opacity}
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
    </>
  );
}

/** The text of a bubble. */
function Lettering({ bubble, geometry }: { bubble: TextBubble; geometry: BubbleGeometry }) {
  const { style } = bubble;
  const { lines, fontSize } = geometry;
  const font = bubbleLettering(bubble);
  const bold = boldOutline(style, fontSize);
  return (
    <g
      className="lettering"
      fill={style.textColor}
      fontSize={fontSize}
      fontWeight={style.fontWeight >= boldWeight ? 700 : 400}
      textAnchor="middle"
      direction={directionOf(bubble.text) === "rtl" ? "rtl" : undefined}
      stroke={bold > 0 ? style.textColor : undefined}
      strokeWidth={bold || undefined}
      strokeLinejoin={bold > 0 ? "round" : undefined}
      style={{ fontFamily: fontFamilyOf(style.fontFamily) }}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dragged bubble keeps its lines
        <text key={index} x={line.x} y={line.y}>
          <Letters text={line.text} font={font} />
        </text>
      ))}
    </g>
  );
}

/** Variation selector for colour emoji. */
const asEmoji = "\ufe0f";

/** A line of text; each run has the font that contains its letters. */
function Letters({ text, font }: { text: string; font: LetteringFont }) {
  const weight = fallbackWeight(font);
  return fontRuns(text, font).map(({ text: letters, face }, index) =>
    face ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other id
      <tspan key={index} fontWeight={weight} style={{ fontFamily: fallbackFontFamilyOf(face) }}>
        {face === "Noto Emoji" ? letters.replaceAll(asEmoji, "") : letters}
      </tspan>
    ) : (
      letters
    ),
  );
}
