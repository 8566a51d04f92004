import { BubbleView } from "@/components/comic/bubble-view";
import { basePanelWidth } from "@/lib/scenes/bubbles/geometry";
import { type BubbleStyle, bubbleStyle, type TextBubble } from "@/lib/scenes/bubbles/schema";

const panel = { width: basePanelWidth, height: basePanelWidth };
const middle = basePanelWidth / 2;

interface BubbleSampleProps {
  text: string;
  type?: TextBubble["type"];
  style?: Partial<BubbleStyle>;
  /** In units of the drawing, around the bubble's centre. */
  width?: number;
  height?: number;
}

/** A choice of bubble, drawn with its real style. */
export function BubbleSample({
  text,
  type = "speech",
  style = {},
  width = 120,
  height = 76,
}: BubbleSampleProps) {
  const bubble: TextBubble = {
    id: "sample",
    text,
    type,
    speaker: null,
    position: { x: 0.5, y: 0.495, anchor: "center" },
    style: bubbleStyle.parse(style),
  };
  return (
    <svg
      className="block w-full max-w-30"
      viewBox={`${middle - width / 2} ${middle - height / 2} ${width} ${height}`}
      aria-hidden="true"
    >
      <BubbleView bubble={bubble} panel={panel} />
    </svg>
  );
}
