"use client";
import type { ReactNode } from "react";
import { PanelView } from "@/components/comic/panel-view";
import { StylePicture } from "@/components/studio/art-style-grid";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/spinner";
import { EntityPicture } from "@/components/world/entity-picture";
import { cssAspect } from "@/lib/scenes/aspect";
import { customStyleName, presetOf } from "@/lib/stories/art-styles";
import { newStory } from "@/lib/stories/new-story";
import type { Story } from "@/lib/stories/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { openingOf } from "./description-rules";
import { PencilSketch } from "./pencil-sketch";

interface GrowingPageProps {
  story: Story;
  /** As it is typed. */
  description: string;
  /** The style that is chosen right now; null until the author has been asked. */
  artStyle: string | null;
  isNaming: boolean;
}

/**
 * The story so far as a comic page: pencilled frames that are inked one after the other, from the
 * opening with its title to the first panel.
 */
export function GrowingPage({ story, description, artStyle, isNaming }: GrowingPageProps) {
  return (
    <aside className="growing-page" aria-label="Your story so far">
      <Opening
        title={story.title}
        words={openingOf(description)}
        artStyle={artStyle}
        isNaming={isNaming}
      />
      <Faces kind="character" entities={story.characters} most={{ strip: 3, page: 6 }} />
      <Faces kind="location" entities={story.locations} most={{ strip: 2, page: 3 }} />
      <FirstPanel story={story} />
    </aside>
  );
}

/** The splash panel: title, idea and look. */
function Opening({
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
        "growing-frame growing-opening",
        artStyle === null ? "growing-pencil" : "growing-ink",
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
      <p role="status" className={cx("growing-title", title === newStory.title && "growing-blank")}>
        <span className="display">{title}</span>
        {isNaming && <Spinner label="Finding a title..." />}
      </p>
      {words !== "" && (
        <div className="growing-narration">
          <p>{words}</p>
        </div>
      )}
      {artStyle !== null && <p className="growing-caption">{preset?.name ?? customStyleName}</p>}
    </div>
  );
}

const places = {
  character: { area: "growing-cast", name: "The cast", sketch: "cast" },
  location: { area: "growing-places", name: "The places", sketch: "places" },
} as const;

interface FacesProps {
  kind: EntityKind;
  entities: Entity[];
  /** How many have room on the strip of a phone and on the page of a desk. */
  most: { strip: number; page: number };
}

function Faces({ kind, entities, most }: FacesProps) {
  const { area, name, sketch } = places[kind];
  if (entities.length === 0) {
    return (
      <Blank name={name} className={area}>
        <PencilSketch of={sketch} />
      </Blank>
    );
  }
  return (
    <ul aria-label={name} className={`growing-frame growing-ink growing-faces ${area}`}>
      {entities.slice(0, most.page).map((entity, index) => (
        <li
          key={entity._id}
          title={entity.name}
          className={cx("growing-face", index >= most.strip && "growing-face-wide")}
        >
          <EntityPicture kind={kind} entity={entity} />
          <span className="sr-only">{entity.name}</span>
        </li>
      ))}
      {(["strip", "page"] as const).map(
        (where) =>
          entities.length > most[where] && (
            <li key={where} className={`growing-rest growing-rest-${where}`}>
              +{entities.length - most[where]}
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
      <div className="growing-panel">
        <PanelView panel={first} aspectRatio={story.aspectRatio} reveal eager />
      </div>
    );
  }
  if (scene?.status === "generating") {
    return (
      <div
        className="panel-frame growing-panel"
        style={{ aspectRatio: cssAspect[story.aspectRatio] }}
      >
        <p className="panel-waiting">
          <span className="display">Generating</span>
        </p>
      </div>
    );
  }
  return (
    <Blank name="Panel one" className="growing-panel">
      <PencilSketch of="panel" />
    </Blank>
  );
}

/** A frame in pencil: what will stand there. */
function Blank({
  name,
  className,
  children,
}: {
  name: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <div className={`growing-frame growing-pencil ${className}`}>
      {children}
      <p className="growing-name">{name}</p>
    </div>
  );
}
