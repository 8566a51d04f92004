import type { Panel, Scene } from "@/lib/scenes/schema";

/** Why a panel has no picture. */
export interface PanelFailure {
  text: string;
  isFlagged: boolean;
}

export const toFailure = ({ imageGenerationError: error }: Panel): PanelFailure | null =>
  error && { text: error.message, isFlagged: error.isContentFlag };

export const toJobFailure = (text: string | null | undefined): PanelFailure | null =>
  text ? { text, isFlagged: text.startsWith("Content flagged as sensitive") } : null;

/**
 * A failure that several panels of a scene share, with their numbers. The scene shows the message
 * once, so that its panels need not repeat it.
 */
export function getSharedFailure({ status, panels }: Scene) {
  const failed = panels.filter((panel) => panel.status === "failed" && toFailure(panel));
  const [failure, ...others] = failed.map(toFailure);
  if (status === "generating" || !failure || others.length === 0) return null;
  if (others.some((other) => other?.text !== failure.text)) return null;
  return { ...failure, panels: failed.map(({ panelNumber }) => panelNumber) };
}

/** Shows what went wrong and what the author can do. */
export const FailureText = ({ text, isFlagged }: PanelFailure) => (
  <>
    <p className="font-bold">{isFlagged ? "Content flagged as sensitive" : text}</p>
    <p className="text-sm">
      {isFlagged ? "Try rephrasing with gentler language" : "Try regenerating again"}
    </p>
  </>
);
