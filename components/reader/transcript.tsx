import type { Panel, Scene } from "@/lib/scenes/schema";

/** A scene's picture descriptions and dialogue as text. */
export function Transcript({ scene }: { scene: Scene }) {
  const panels = scene.panels.filter((panel) => panel.altText || linesOf(panel).length > 0);
  if (panels.length === 0) return null;
  return (
    <details className="transcript">
      <summary aria-label={`Transcript of scene ${scene.sceneNumber}`}>Transcript</summary>
      <ol>
        {panels.map((panel) => (
          <li key={panel._id}>
            {panel.altText && <p className="text-ink-soft">{panel.altText}</p>}
            {linesOf(panel).map(({ id, speaker, text }) => (
              <p key={id}>
                {speaker && <b>{speaker}: </b>}
                {text}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

const linesOf = (panel: Panel) => panel.textBubbles.filter(({ text }) => text.trim() !== "");
