import type { Panel, Scene } from "./schema";

/** A scene in messages, for example 'Scene 3: The long tide'. */
export const sceneName = ({ sceneNumber, title }: Pick<Scene, "sceneNumber" | "title">): string =>
  title ? `Scene ${sceneNumber}: ${title}` : `Scene ${sceneNumber}`;

/** A panel in messages, for example 'Panel 2 of scene 3'. */
export const panelName = (
  { panelNumber }: Pick<Panel, "panelNumber">,
  { sceneNumber }: Pick<Scene, "sceneNumber">,
): string => `Panel ${panelNumber} of scene ${sceneNumber}`;

/** Numbers of panels in messages, for example 'Panels 1, 2 and 4'. */
export const panelNames = (numbers: number[]): string =>
  `${numbers.length === 1 ? "Panel" : "Panels"} ${numbers.join(", ").replace(/, (\d+)$/, " and $1")}`;
