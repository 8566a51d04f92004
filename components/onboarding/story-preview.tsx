"use client";
import type { ReactNode } from "react";
import { PanelView } from "@/components/comic/panel-view";
import { StylePicture } from "@/components/studio/art-style-grid";
import { Spinner } from "@/components/ui/spinner";
import { cx } from "@/components/ui/utils/cx";
import { EntityPicture } from "@/components/world/entity-picture";
import { cssAspect } from "@/lib/scenes/aspect";
import { customStyleName, presetOf } from "@/lib/stories/art-styles";
import type { Story } from "@/lib/stories/schema";
import { storyDefaults } from "@/lib/stories/story-defaults";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { extractOpening } from "./description-rules";
import { PencilSketch } from "./pencil-sketch";

interface StoryPreviewProps {
  story: Story;
  /** The unsaved text. */
  description: string;
  /** The selected style; null before that step. */
  artStyle: string | null;
  isNaming: boolean;
}

/**
 * The story so far as a comic page: pencilled frames that are inked one by one, from the opening
 * with its title to the first panel.
 */
export function StoryPreview({ story, description, artStyle, isNaming }: StoryPreviewProps) {
  return (
    <aside className="story-preview-page" aria-label="Your story so far">
      <SplashPanel
        title={story.title}
        words={extractOpening(description)}
        artStyle={artStyle}
        isNaming={isNaming}
      />
      <EntityPortraits
        kind="character"
        entities={story.characters}
        maxShown={{ strip: 3, page: 6 }}
      />
      <EntityPortraits
        kind="location"
        entities={story.locations}
        maxShown={{ strip: 2, page: 3 }}
      />
      <FirstPanel story={story} />
    </aside>
  );
}

/** The splash panel: title, idea and style. */
function SplashPanel({
  title,
  words,
  artStyle,
  isNaming,
}: {
  title: string;
  words: string;
  artStyle: string | null;
  isNaming: boolean;
}) {
  const preset = artStyle === null ? null : presetOf(artStyle);
  return (
    <div
      className={cx(
        "story-preview-frame story-preview-opening",
        artStyle === null ? "story-preview-pencil" : "story-preview-ink",
      )}
    >
      {artStyle === null ? (
        <PencilSketch of="look" />
      ) : preset ? (
        <StylePicture key={preset.id} style={preset} />
      ) : (
        <p className="absolute inset-0 overflow-hidden px-3 pt-14 pb-3 text-ink-soft text-sm wrap-anywhere">
          {artStyle.trim()}
        </p>
      )}
      <p
        role="status"
        className={cx(
          "story-preview-title",
          title === storyDefaults.title && "story-preview-blank",
        )}
      >
        <span className="display">{title}</span>
        {isNaming && <Spinner label="Finding a title..." />}
      </p>
      {words !== "" && (
        <div className="story-preview-narration">
          <p>{words}</p>
        </div>
      )}
      {artStyle !== null && (
        <p className="story-preview-caption">{preset?.name ?? customStyleName}</p>
      )}
    </div>
  );
}

const entityAreas = {
  character: { area: "story-preview-cast", name: "Characters", sketch: "cast" },
  location: { area: "story-preview-locations", name: "Locations", sketch: "places" },
} as const;

interface EntityPortraitsProps {
  kind: EntityKind;
  entities: Entity[];
  /** Maximum number on the strip of a phone and on the page of a wide screen. */
  maxShown: { strip: number; page: number };
}

function EntityPortraits({ kind, entities, maxShown }: EntityPortraitsProps) {
  const { area, name, sketch } = entityAreas[kind];
  if (entities.length === 0) {
    return (
      <EmptyFrame name={name} className={area}>
        <PencilSketch of={sketch} />
      </EmptyFrame>
    );
  }
  return (
    <ul
      aria-label={name}
      className={`story-preview-frame story-preview-ink story-preview-faces ${area}`}
    >
      {entities.slice(0, maxShown.page).map((entity, index) => (
        <li
          key={entity._id}
          title={entity.name}
          className={cx("story-preview-face", index >= maxShown.strip && "story-preview-face-wide")}
        >
          <EntityPicture kind={kind} entity={entity} />
          <span className="sr-only">{entity.name}</span>
        </li>
      ))}
      {(["strip", "page"] as const).map(
        (where) =>
          entities.length > maxShown[where] && (
            <li key={where} className={`story-preview-rest story-preview-rest-${where}`}>
              +{entities.length - maxShown[where]}
            </li>
          ),
      )}
    </ul>
  );
}

function FirstPanel({ story }: { story: Story }) {
  const scene = story.scenes[0];
  const first = scene?.panels[0];
  if (first?.hasImage) {
    return (
      <div className="story-preview-panel">
        <PanelView panel={first} aspectRatio={story.aspectRatio} reveal eager />
      </div>
    );
  }
  if (scene?.status === "generating") {
    return (
      <div
        className="panel-frame story-preview-panel"
        style={{ aspectRatio: cssAspect[story.aspectRatio] }}
      >
        <p className="panel-waiting">
          <span className="display">Generating</span>
        </p>
      </div>
    );
  }
  return (
    <EmptyFrame name="Panel one" className="story-preview-panel">
      <PencilSketch of="panel" />
    </EmptyFrame>
  );
}

/** A pencilled placeholder of a frame. */
function EmptyFrame({
  name,
  className,
  children,
}: {
  name: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <div className={`story-preview-frame story-preview-pencil ${className}`}>
      {children}
      <p className="story-preview-name">{name}</p>
    </div>
  );
}
