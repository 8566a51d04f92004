"use client";
import { Sparkles } from "lucide-react";
import { CostHint } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { StalledNotice } from "@/components/ui/stalled-notice";
import { messageOf } from "@/lib/platform/http/api-error";
import { multiplyAmount } from "@/lib/spending/money";
import { deleteReference } from "@/lib/world/references/client";
import type { ReferenceSheet, ReferenceTarget } from "@/lib/world/references/schema";
import { missingPictures } from "@/lib/world/references/sheet";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { AddReference } from "./add-reference";
import { Outfits } from "./outfits";
import { roleNames } from "./role-names";
import { useSheet } from "./use-sheet";

interface ReferenceSectionProps {
  kind: EntityKind;
  entity: Entity;
}

const nameOf = ({ outfits }: ReferenceSheet, { role, label, outfitId }: ReferenceTarget) =>
  outfits.find(({ _id }) => _id === outfitId)?.name ?? (label || roleNames[role]);

/** The reference pictures that requests carry beside the portrait, and a character's outfits. */
export function ReferenceSection({ kind, entity }: ReferenceSectionProps) {
  const { sheet, error, refetch, keep, draw, drawing, isWaiting } = useSheet(kind, entity);
  return (
    <section aria-label="References" className="grid gap-4" aria-busy={drawing > 0}>
      <div>
        <h3 className="font-bold">References</h3>
        <p className="field-hint">
          Go along with new panels beside the portrait, as many as the image model takes.
        </p>
      </div>
      {!sheet && !error && <p role="status">Loading the references…</p>}
      {error && !sheet && (
        <Notice tone="error">
          The references could not be loaded.{" "}
          <button type="button" className="link" onClick={() => void refetch()}>
            Try again
          </button>
        </Notice>
      )}
      {sheet && (
        <>
          <Pictures {...{ kind, entity, sheet, keep }} />
          {drawing > 0 && (
            <p role="status">
              {drawing === 1 ? "Drawing a picture…" : `Drawing ${drawing} pictures…`}
            </p>
          )}
          <StalledNotice isWaiting={isWaiting} />
          {draw.error && <Notice tone="error">{messageOf(draw.error)}</Notice>}
          <MissingPictures {...{ kind, entity, sheet, draw, drawing }} />
          <AddReference {...{ kind, entity, keep }} />
          {kind === "character" && <Outfits {...{ entity, sheet, keep, draw }} />}
        </>
      )}
    </section>
  );
}

type Sheet = ReturnType<typeof useSheet>;
type PartProps = ReferenceSectionProps & { sheet: ReferenceSheet };

/** Draws all missing reference pictures at once. */
function MissingPictures(props: PartProps & Pick<Sheet, "draw" | "drawing">) {
  const { kind, entity, sheet, draw, drawing } = props;
  const outfitIds = sheet.outfits.map(({ _id }) => _id);
  const missing = missingPictures(kind, sheet.pictures, outfitIds);
  const open = missing.length - drawing;
  if (open <= 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button
        size="sm"
        loading={draw.isPending}
        disabled={!entity.primaryImageUrl}
        onClick={() => draw.mutate(undefined)}
      >
        <Sparkles aria-hidden="true" />{" "}
        {open === 1 ? "Draw the Missing Picture" : `Draw ${open} Missing Pictures`}
      </Button>
      {entity.primaryImageUrl && (
        <CostHint
          storyId={entity.storyId}
          of={({ picture }) => multiplyAmount(open, picture)}
          what={open === 1 ? "for a picture" : `for ${open} pictures`}
        />
      )}
      <span className="field-hint basis-full">
        {entity.primaryImageUrl
          ? `${missing.map((one) => nameOf(sheet, one)).join(", ")}.`
          : "They are drawn from the portrait: add one first."}
      </span>
    </div>
  );
}

function Pictures({ kind, entity, sheet, keep }: PartProps & Pick<Sheet, "keep">) {
  if (sheet.pictures.length === 0) return null;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
      {sheet.pictures.map((picture) => {
        const name = nameOf(sheet, picture);
        const role = roleNames[picture.role];
        return (
          <li
            key={picture._id}
            className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5 has-[[role=alertdialog]]:col-span-full has-[[role=alertdialog]]:*:max-w-80"
          >
            <ImageWithFallback
              src={picture.url}
              alt={`${entity.name}: ${name}`}
              loading="lazy"
              decoding="async"
              className="aspect-square w-full rounded-[4px] border-2 border-ink object-cover"
            />
            <div className="flex flex-wrap items-start justify-end gap-1.5 text-sm wrap-anywhere">
              <p className="min-w-0 flex-1">
                <span className="font-bold">{name}</span>
                {kind === "character" && role.toLowerCase() !== name.toLowerCase() && (
                  <span className="block text-ink-soft">{role}</span>
                )}
              </p>
              <InlineConfirm
                size="sm"
                label={<span className="sr-only">Delete {name}</span>}
                question="Delete this picture?"
                confirmLabel="Delete"
                onConfirm={async () => keep(await deleteReference(kind, entity._id, picture._id))}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
