"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LibraryBig } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { toast } from "@/components/ui/toast";
import { fieldLabels } from "@/components/world/entity-values";
import { removeEntity, upsertEntity } from "@/components/world/story-entities";
import {
  castLinksOptions,
  libraryKey,
  mergeEntities,
  saveToLibrary,
  syncCopy,
} from "@/lib/library/client";
import type { CastLink, SyncInput } from "@/lib/library/schema";
import { storyKeys, storyOptions } from "@/lib/stories/client";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { MergeSection } from "./merge-section";

interface CastSectionProps {
  kind: EntityKind;
  entity: Entity;
  /** It was merged into another one. */
  onMerged: () => void;
}

/** Links a character or location of a story with the author's cast, and merges two that are one. */
export function CastSection({ kind, entity, onMerged }: CastSectionProps) {
  const { _id: entityId, storyId, name } = entity;
  const client = useQueryClient();
  const linksOptions = castLinksOptions(storyId);
  const { data: links } = useQuery(linksOptions);
  const { data: story } = useQuery({ ...storyOptions(storyId), enabled: false });
  const link = links?.find((one) => one.entityId === entityId);
  const save = useDedupedMutation({
    mutationFn: () => saveToLibrary({ kind, entityId }),
    onSuccess() {
      toast.success(`${name} is in your cast`);
      void client.invalidateQueries({ queryKey: linksOptions.queryKey });
      void client.invalidateQueries({ queryKey: libraryKey });
    },
  });
  const others = story?.[kind === "character" ? "characters" : "locations"] ?? [];
  return (
    <>
      <section aria-label="My cast" className="grid justify-items-start gap-3">
        {link && <Differences link={link} name={name} storyId={storyId} />}
        {links && !link?.isOwn && (
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            <LibraryBig aria-hidden="true" /> Save to My Cast
          </Button>
        )}
      </section>
      <MergeSection
        name={name}
        others={others.filter((one) => one._id !== entityId)}
        hint="For two that are one: panels, bubbles, outfits and pictures of both become those of the other one."
        onMerge={async (into) => {
          upsertEntity(client, kind, await mergeEntities(kind, entityId, into));
          removeEntity(client, kind, entity);
          toast.success("Merged");
          onMerged();
        }}
      />
    </>
  );
}

const otherLabels: Record<string, string> = { ...fieldLabels, lora: "LoRA", portrait: "Portrait" };
const labelOf = (field: string) =>
  otherLabels[field] ?? (field.startsWith("outfit:") ? `Outfit ${field.slice(7)}` : "Picture");
/** The address in a value or key that means a picture. */
const pictureOf = (field: string, value: string | null) =>
  field === "portrait" ? value : (/\/media\/.+$/.exec(field)?.[0] ?? null);

/** What differs between copy and entry, to be taken over in one direction or the other. */
function Differences({ link, name, storyId }: { link: CastLink; name: string; storyId: string }) {
  const { changes, hasNews, isOwn, entryVersion, version, kind, entityId } = link;
  const client = useQueryClient();
  const [isShown, setIsShown] = useState(false);
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  const isChosen = ({ field, changedIn }: CastLink["changes"][number]) =>
    chosen[field] ?? changedIn !== "both";
  const sync = useDedupedMutation({
    mutationFn: (input: Pick<SyncInput, "direction" | "fields">) =>
      syncCopy(storyId, { kind, entityId, entryVersion, version, ...input }),
    onSuccess(links, { direction }) {
      client.setQueryData(castLinksOptions(storyId).queryKey, links);
      setChosen({});
      if (direction === "ignore") return;
      toast.success(direction === "take" ? `${name} is up to date` : "Your cast is up to date");
      void client.invalidateQueries({ queryKey: libraryKey });
    },
    onSettled() {
      void client.invalidateQueries({ queryKey: castLinksOptions(storyId).queryKey });
      void client.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
    },
  });
  const fieldsFor = (side: "library" | "story") =>
    changes.filter((one) => one[side] !== null && isChosen(one)).map(({ field }) => field);
  const send = (direction: SyncInput["direction"], fields: string[] = []) =>
    sync.mutate({ direction, fields });
  const show = (
    <Button size="sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
      {isShown ? "Hide Differences" : "Compare"}
    </Button>
  );
  if (changes.length === 0) return <p className="text-ink-soft">The same as in your cast.</p>;
  return (
    <>
      {hasNews ? (
        <Notice
          action={
            <span className="flex gap-2">
              {show}
              <Button size="sm" variant="ghost" onClick={() => send("ignore")}>
                Ignore
              </Button>
            </span>
          }
        >
          {name} has changed in {isOwn ? "your cast" : "its author's cast"}.
        </Notice>
      ) : (
        <p className="flex flex-wrap items-center gap-3 text-ink-soft">
          Different from {isOwn ? "your cast" : "its author's cast"}. {show}
        </p>
      )}
      {isShown && (
        <fieldset className="grid w-full gap-3">
          <legend className="mb-2 font-bold">What to take over</legend>
          {changes.map((change) => (
            <label key={change.field} className="flex items-start gap-3">
              <input
                type="checkbox"
                className="mt-1 size-5 flex-none accent-blue"
                checked={isChosen(change)}
                onChange={({ target }) => setChosen({ ...chosen, [change.field]: target.checked })}
              />
              <span className="grid min-w-0 flex-1 gap-x-4 wrap-anywhere sm:grid-cols-2">
                <b className="sm:col-span-2">
                  {labelOf(change.field)}
                  {change.changedIn === "both" && " (changed in both)"}
                </b>
                <Side of="In the cast" field={change.field} value={change.library} />
                <Side of="In this story" field={change.field} value={change.story} />
              </span>
            </label>
          ))}
          <span className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              loading={sync.isPending}
              disabled={fieldsFor("library").length === 0}
              onClick={() => send("take", fieldsFor("library"))}
            >
              Take Over
            </Button>
            {isOwn && (
              <Button
                disabled={sync.isPending || fieldsFor("story").length === 0}
                onClick={() => send("give", fieldsFor("story"))}
              >
                Update My Cast
              </Button>
            )}
          </span>
        </fieldset>
      )}
    </>
  );
}

function Side({ of, field, value }: { of: string; field: string; value: string | null }) {
  const picture = value === null ? null : pictureOf(field, value);
  const words = field === "portrait" && picture ? "" : value;
  return (
    <span className="text-sm">
      <span className="text-ink-soft">{of}: </span>
      {picture && (
        <ImageWithFallback src={picture} alt="" className="size-16 rounded-control object-cover" />
      )}
      {words ?? "none"}
    </span>
  );
}
