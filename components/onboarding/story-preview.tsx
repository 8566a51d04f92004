"use client";
import type { ReactNode } from "react";
import { PanelView } from "@/components/comic/panel-view";
import { StylePicture } from "@/components/studio/settings/art-style-grid";
import { Spinner } from "@/components/ui/spinner";
import { cx } from "@/components/ui/utils/cx";
import { EntityPicture } from "@/components/world/entity-picture";
import { cssAspect } from "@/lib/scenes/aspect";
import { customStyleName, presetOf } from "@/lib/stories/art-styles";
import type { Story } from "@/lib/stories/schema";
import { storyDefaults } from "@/lib/stories/story-defaults";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { extractOpening } from "./steps/description-rules";
import { PencilSketch } from "./steps/pencil-sketch";

/** Across the top of a phone, at the side of a wide screen. */
const pageClasses =
  "-order-1 grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] grid-rows-[repeat(2,3.25rem)] gap-2 [grid-template-areas:'opening_cast_panel'_'opening_places_panel'] lg:sticky lg:top-[calc(var(--header)+2rem)] lg:order-0 lg:grid-cols-2 lg:grid-rows-[17rem_minmax(6.25rem,1fr)_minmax(6.25rem,1fr)] lg:gap-3 lg:rounded-card lg:border-2 lg:border-ink lg:bg-sheet lg:p-4 lg:shadow-[6px_6px_0_0_var(--color-rule)] lg:[grid-template-areas:'opening_opening'_'cast_panel'_'places_panel']";

const frame = "relative min-w-0 overflow-clip rounded-[4px] border-2";
const inkFrame = `${frame} border-ink bg-sheet`;
const pencilFrame = `${frame} border-dashed border-ink-soft text-ink-soft`;
const fadeIn = "animate-[fade-in_300ms_var(--ease-out)]";
const panelArea = "story-preview-panel aspect-3/4 h-28 [grid-area:panel] lg:h-auto lg:w-full";

/** Over the picture, as on a printed page. */
const titleClasses =
  "story-preview-title relative mt-1.5 ml-1.5 flex max-w-[calc(100%-0.5rem)] flex-wrap items-center gap-x-2 justify-self-start rounded-[4px] border-2 border-ink px-2 py-0.5 text-lg/5.5 lg:mt-3 lg:ml-3 lg:max-w-[calc(100%-1.75rem)] lg:-rotate-[1.5deg] lg:px-3.5 lg:py-1 lg:text-2xl lg:shadow-hard";

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
    <aside className={pageClasses} aria-label="Your story so far">
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
        "grid grid-rows-[auto_1fr] [grid-area:opening]",
        artStyle === null ? pencilFrame : inkFrame,
      )}
    >
      {artStyle === null ? (
        <PencilSketch of="look" />
      ) : preset ? (
        <StylePicture key={preset.id} style={preset} className={`absolute inset-0 ${fadeIn}`} />
      ) : (
        <p className="absolute inset-0 overflow-hidden px-3 pt-14 pb-3 text-ink-soft text-sm wrap-anywhere">
          {artStyle.trim()}
        </p>
      )}
      <p
        role="status"
        className={cx(
          titleClasses,
          title === storyDefaults.title ? "bg-sheet text-ink" : "bg-yellow text-on-yellow",
        )}
      >
        <span className="display wrap-anywhere">{title}</span>
        {isNaming && <Spinner label="Finding a title..." />}
      </p>
      {words !== "" && (
        <div className="relative mr-10 mb-9 ml-3 self-end border-2 border-ink bg-[color-mix(in_oklab,var(--color-yellow)_22%,var(--color-sheet))] px-3 py-1.5 text-sm text-ink max-lg:hidden">
          <p className="line-clamp-4 wrap-anywhere">{words}</p>
        </div>
      )}
      {artStyle !== null && (
        <p className="absolute right-0 bottom-0 max-w-full truncate border-t-2 border-l-2 border-ink bg-sheet px-1.5 text-sm text-ink lg:px-2.5 lg:leading-6 lg:font-bold">
          {preset?.name ?? customStyleName}
        </p>
      )}
    </div>
  );
}

const entityAreas = {
  character: {
    area: "[grid-area:cast]",
    name: "Characters",
    sketch: "cast",
    // On a phone's strip portraits overlap.
    list: "flex content-center items-center justify-center gap-1 p-1 lg:flex-wrap",
    item: "not-first:-ml-3.5 lg:not-first:ml-0",
    rest: "",
  },
  location: {
    area: "story-preview-locations [grid-area:places]",
    name: "Locations",
    sketch: "places",
    // They fill their frame side by side; their height does not affect the page, which is as high
    // as its first panel.
    list: "grid auto-cols-fr grid-flow-col contain-size",
    item: "grid border-ink not-first:border-l-2",
    rest: "border-ink not-first:border-l-2",
  },
} as const;

interface EntityPortraitsProps {
  kind: EntityKind;
  entities: Entity[];
  /** Maximum number on the strip of a phone and on the page of a wide screen. */
  maxShown: { strip: number; page: number };
}

function EntityPortraits({ kind, entities, maxShown }: EntityPortraitsProps) {
  const { area, name, sketch, list, item, rest } = entityAreas[kind];
  if (entities.length === 0) {
    return (
      <EmptyFrame name={name} className={area}>
        <PencilSketch of={sketch} />
      </EmptyFrame>
    );
  }
  return (
    <ul aria-label={name} className={cx(inkFrame, list, area)}>
      {entities.slice(0, maxShown.page).map((entity, index) => (
        <li
          key={entity._id}
          title={entity.name}
          className={cx(fadeIn, item, index >= maxShown.strip && "max-lg:hidden")}
        >
          <EntityPicture kind={kind} entity={entity} size="face" />
          <span className="sr-only">{entity.name}</span>
        </li>
      ))}
      {(["strip", "page"] as const).map(
        (where) =>
          entities.length > maxShown[where] && (
            <li
              key={where}
              className={cx(
                "grid place-content-center text-[0.75rem] font-bold lg:text-[0.875rem]",
                fadeIn,
                rest,
                where === "strip" ? "lg:hidden" : "max-lg:hidden",
              )}
            >
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
      <div className={panelArea}>
        <PanelView panel={first} aspectRatio={story.aspectRatio} reveal eager />
      </div>
    );
  }
  if (scene?.status === "generating") {
    return (
      <div
        className={`panel-frame ${panelArea}`}
        style={{ aspectRatio: cssAspect[story.aspectRatio] }}
      >
        <p className="panel-waiting p-0 text-[0.75rem] lg:text-[1.125rem]">
          <span className="display">Generating</span>
        </p>
      </div>
    );
  }
  return (
    <EmptyFrame name="Panel one" className={panelArea}>
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
    <div
      className={cx(
        pencilFrame,
        "grid place-content-center lg:[place-content:end_center]",
        className,
      )}
    >
      {children}
      <p className="relative px-2 pb-1.5 text-sm max-lg:hidden">{name}</p>
    </div>
  );
}
