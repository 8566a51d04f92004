"use client";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Plus, Sparkles } from "lucide-react";
import { useState } from "react";
import { TakeFromCast } from "@/components/library/take-from-cast";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { cx } from "@/components/ui/utils/cx";
import { EntityDialog } from "@/components/world/entity-dialog";
import { EntityPicture } from "@/components/world/entity-picture";
import { extractionLimits } from "@/lib/generation/text/schema";
import { libraryOptions } from "@/lib/library/client";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { StepFrame } from "./step-frame";
import type { StepProps } from "./step-props";
import { getCurrentText } from "./text-versions";
import type { ExtractionView } from "./use-extraction";

interface Editing {
  kind: EntityKind;
  /** Null for a new entity. */
  entity: Entity | null;
}

/** Step 3: the characters and locations of the story. */
export function WorldStep({
  story,
  state,
  go,
  frame,
  extraction,
}: StepProps & { extraction: ExtractionView }) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data: cast } = useQuery(libraryOptions({}));
  const isEmpty = story.characters.length + story.locations.length === 0;

  const edit = (next: Editing) => {
    setEditing(next);
    setIsOpen(true);
  };
  const search = () => {
    const description = getCurrentText(state.description).trim();
    if (description === "") {
      setProblem("Please provide a story description to generate characters and locations");
      return;
    }
    setProblem(null);
    extraction.generate(description);
  };

  return (
    <>
      <StepFrame
        {...frame}
        title="Build Your World"
        lead="What you add here looks the same in every picture. You can skip this step."
        onBack={() => go(2)}
        onNext={() => go(4)}
        next={
          <Button type="submit" variant={isEmpty ? "secondary" : "primary"} size="lg">
            Continue <ArrowRight aria-hidden="true" />
          </Button>
        }
      >
        <div className="flex flex-wrap items-center gap-4 px-4 py-3 sm:px-5 sm:py-4 border-2 border-ink rounded-card bg-sheet">
          <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
            <p className="font-bold">Find them in your description</p>
            {extraction.phase === "idle" && (
              <p className="text-ink-soft">
                We add up to {extractionLimits.characters} characters and{" "}
                {extractionLimits.locations} locations, with a picture of each. It takes about 15 to
                40 seconds.
              </p>
            )}
          </div>
          <Button
            variant={isEmpty ? "primary" : "secondary"}
            loading={extraction.phase === "extracting"}
            onClick={search}
          >
            <Sparkles aria-hidden="true" /> Generate From Your Story
          </Button>
          <SearchProgress extraction={extraction} />
        </div>
        {problem && <Notice tone="error">{problem}</Notice>}
        <div className="grid grid-cols-2 gap-x-6 gap-y-4">
          <EntitySection
            kind="character"
            title="Characters"
            entities={story.characters}
            storyId={cast?.names.length ? story._id : null}
            onEdit={(entity) => edit({ kind: "character", entity })}
          />
          <EntitySection
            kind="location"
            title="Locations"
            isOptional
            entities={story.locations}
            storyId={cast?.names.length ? story._id : null}
            onEdit={(entity) => edit({ kind: "location", entity })}
          />
        </div>
      </StepFrame>
      {editing && (
        <EntityDialog
          key={editing.entity?._id ?? `new-${editing.kind}`}
          story={story}
          kind={editing.kind}
          entity={editing.entity}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  );
}

/** Progress and result of the extraction. */
function SearchProgress({ extraction: { phase, drawn, total } }: { extraction: ExtractionView }) {
  if (phase === "idle") return null;
  const found = `Found ${total} ${total === 1 ? "character or location" : "characters and locations"} in your story.`;
  return (
    <div className="flex basis-full flex-col gap-2">
      {phase === "extracting" && <Progress label="Reading your story" />}
      {phase === "generating-images" && (
        <Progress value={(100 * drawn) / Math.max(1, total)} label="Pictures drawn" />
      )}
      <p role="status" className="text-sm text-ink-soft">
        {phase === "extracting" &&
          "Finding characters and locations. This takes about 15 to 40 seconds."}
        {phase === "generating-images" && `${found} ${drawn} of ${total} pictures drawn...`}
        {phase === "complete" &&
          (total === 0
            ? "Nothing new was found in your description."
            : `${found} Edit them as you like.`)}
      </p>
    </div>
  );
}

/** On a phone a single row that scrolls sideways. */
const castClasses =
  "wizard-cast -mx-1 grid gap-2 max-md:auto-cols-(--tile) max-md:grid-flow-col max-md:overflow-x-auto max-md:overscroll-x-contain max-md:[scrollbar-width:thin] md:grid-cols-[repeat(auto-fill,var(--tile))]";

const memberClasses =
  "flex w-full flex-col items-center gap-1 rounded-card px-1 py-2 text-center hover:bg-wash";

interface EntitySectionProps {
  kind: EntityKind;
  title: string;
  isOptional?: boolean;
  entities: Entity[];
  /** Null if the author has no cast to take from. */
  storyId: string | null;
  /** Receives null for a new entity. */
  onEdit: (entity: Entity | null) => void;
}

function EntitySection(props: EntitySectionProps) {
  const { kind, title, isOptional, entities, storyId, onEdit } = props;
  return (
    <section className="flex flex-col gap-3" aria-labelledby={`wizard-${kind}s`}>
      <h2 id={`wizard-${kind}s`} className="text-xl font-bold">
        {title} {entities.length > 0 && <span className="font-normal">({entities.length})</span>}
        {isOptional && (
          <span className="text-base font-normal text-ink-soft max-sm:sr-only"> (optional)</span>
        )}
      </h2>
      <ul className={cx(castClasses, kind === "character" ? "[--tile:5.5rem]" : "[--tile:7.5rem]")}>
        {entities.map((entity) => (
          <li key={entity._id}>
            <button type="button" className={memberClasses} onClick={() => onEdit(entity)}>
              <EntityPicture kind={kind} entity={entity} size="tile" />
              <span className="font-bold leading-5 wrap-anywhere">
                <span className="sr-only">Edit </span>
                {entity.name}
              </span>
              {entity.title && (
                <span className="text-ink-soft text-sm wrap-anywhere">{entity.title}</span>
              )}
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={memberClasses} onClick={() => onEdit(null)}>
            <span
              aria-hidden="true"
              className={cx(
                "grid w-full place-items-center border-2 border-dashed border-ink-soft text-ink-soft",
                kind === "character" ? "aspect-square rounded-full" : "aspect-3/2 rounded-control",
              )}
            >
              <Plus />
            </span>
            <span className="font-bold leading-5">Add a {kind}</span>
          </button>
        </li>
      </ul>
      {storyId && (
        <div>
          <TakeFromCast storyId={storyId} kind={kind} size="sm" />
        </div>
      )}
    </section>
  );
}
