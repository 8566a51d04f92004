import type { CSSProperties } from "react";
import { averageColour } from "@/components/comic/placeholder";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { aspectOf, cssAspect } from "@/lib/scenes/aspect";
import type { Scene } from "@/lib/scenes/schema";

/** In rem; lower if the panels do not fit side by side. */
const stripHeight = 8.5;

/** The panels of a scene as thumbnails, side by side like contact prints. */
export function SceneStrip({ scene, aspectRatio }: { scene: Scene; aspectRatio: AspectRatio }) {
  if (scene.panels.length === 0) {
    return <p className="mb-5 text-ink-soft">No panels in this scene</p>;
  }
  return (
    <section
      className="mb-5 grid auto-cols-[minmax(0,var(--strip-width))] grid-flow-col items-start gap-2 md:gap-3"
      aria-label="Panels of this scene"
      style={{ "--strip-width": `${stripHeight * aspectOf[aspectRatio]}rem` } as CSSProperties}
    >
      {scene.panels.map((panel) => (
        <span
          key={panel._id}
          className="block overflow-clip rounded-[4px] border-2 border-ink [&>img]:block [&>img]:size-full [&>img]:object-cover"
          style={{
            aspectRatio: cssAspect[aspectRatio],
            background: averageColour(panel.placeholder),
          }}
        >
          {panel.imageUrl ? (
            <ImageWithFallback
              src={panel.imageUrl}
              srcSet={panel.srcSet || undefined}
              sizes="9rem"
              alt={panel.altText}
              decoding="async"
            />
          ) : (
            <span className="grid place-items-center h-full p-1 bg-sheet text-ink-soft text-sm text-center">
              {panel.status === "queued" || panel.status === "processing"
                ? "Generating"
                : "No image generated"}
            </span>
          )}
        </span>
      ))}
    </section>
  );
}
