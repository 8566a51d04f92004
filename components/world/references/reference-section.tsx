"use client";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { CostHint } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { playSound } from "@/components/ui/sound";
import { messageOf } from "@/lib/platform/http/api-error";
import { multiplyAmount } from "@/lib/spending/money";
import { deleteReference } from "@/lib/world/references/client";
import type { ReferencePicture, ReferenceSheet } from "@/lib/world/references/schema";
import { missingPictures } from "@/lib/world/references/sheet";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { AddReference } from "./add-reference";
import { LoraForm } from "./lora-form";
import { Outfits } from "./outfits";
import { roleNames } from "./role-names";
import { useSheet } from "./use-sheet";

interface ReferenceSectionProps {
  kind: EntityKind;
  entity: Entity;
}

/** Further pictures that requests carry beside the portrait, and the outfits of a character. */
export function ReferenceSection({ kind, entity }: ReferenceSectionProps) {
  const { sheet, error, refetch, keep, draw, drawing } = useSheet(kind, entity);
  const outfitIds = sheet?.outfits.map(({ _id }) => _id) ?? [];
  const missing = sheet ? missingPictures(kind, sheet.pictures, outfitIds).length : 0;
  const open = Math.max(0, missing - drawing);
  return (
    <section aria-label="References" className="grid gap-4" aria-busy={drawing > 0}>
      <div>
        <h3 className="font-bold">References</h3>
        <p className="field-hint">
          Go along with new panels beside the portrait, as many as the image model takes.
        </p>
      </div>
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
          {draw.error && <Notice tone="error">{messageOf(draw.error)}</Notice>}
          {open > 0 && (
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
              {entity.primaryImageUrl ? (
                <CostHint
                  storyId={entity.storyId}
                  of={({ picture }) => multiplyAmount(open, picture)}
                  what={open === 1 ? "for a picture" : `for ${open} pictures`}
                />
              ) : (
                <span className="field-hint">They are drawn from the portrait: add one first.</span>
              )}
            </div>
          )}
          <AddReference {...{ kind, entity, keep }} />
          {kind === "character" && <Outfits {...{ entity, sheet, keep, draw }} />}
          {kind === "character" && (sheet.takesLora || entity.lora) && <LoraForm entity={entity} />}
        </>
      )}
    </section>
  );
}

interface PicturesProps extends ReferenceSectionProps {
  sheet: ReferenceSheet;
  keep: (sheet: ReferenceSheet) => void;
}

function Pictures({ kind, entity, sheet, keep }: PicturesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const nameOf = ({ role, label, outfitId }: ReferencePicture) =>
    sheet.outfits.find(({ _id }) => _id === outfitId)?.name ?? (label || roleNames[role]);
  if (sheet.pictures.length === 0) return null;
  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {sheet.pictures.map((picture) => (
          <li key={picture._id} className="grid content-start gap-1.5">
            <ImageWithFallback
              src={picture.url}
              alt={`${entity.name}: ${nameOf(picture)}`}
              loading="lazy"
              decoding="async"
              className="aspect-square w-full rounded-[4px] border-2 border-ink object-cover"
            />
            <p className="text-sm wrap-anywhere">
              <span className="font-bold">{nameOf(picture)}</span>
              {picture.label && (
                <span className="block text-ink-soft">{roleNames[picture.role]}</span>
              )}
            </p>
            <InlineConfirm
              size="sm"
              label={
                <>
                  Delete<span className="sr-only"> {nameOf(picture)}</span>
                </>
              }
              question="Delete this picture?"
              confirmLabel="Delete"
              onConfirm={async () => {
                setProblem(null);
                try {
                  keep(await deleteReference(kind, entity._id, picture._id));
                } catch (error) {
                  playSound("error");
                  setProblem(messageOf(error));
                  throw error;
                }
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
