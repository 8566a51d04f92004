"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { passFocus } from "@/components/ui/pass-focus";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { toast } from "@/components/ui/toast";
import { editLabels } from "@/components/world/entity-values";
import { roleNames } from "@/components/world/references/role-names";
import { castLinksOptions, libraryKey, syncCopy } from "@/lib/library/client";
import type { CastLink } from "@/lib/library/schema";
import { storyKeys } from "@/lib/stories/client";
import type { Entity } from "@/lib/world/schema";

type Change = CastLink["changes"][number];
type Way = "take" | "give";

interface CastChangesProps {
  entity: Entity;
  /** Renders only if the cast has changed since; otherwise only if it has not. */
  isNews?: boolean;
}

/** The differences between a copy and its entry; each can be taken from the cast or given to it. */
export function CastChanges({ entity, isNews = false }: CastChangesProps) {
  const { data: links } = useQuery(castLinksOptions(entity.storyId));
  const link = links?.find((one) => one.entityId === entity._id);
  if (!link || link.hasNews !== isNews) return null;
  if (link.changes.length === 0) return <p className="text-ink-soft">The same as in your cast.</p>;
  return <Differences link={link} {...entity} />;
}

function Differences({ link, name, storyId }: { link: CastLink } & Entity) {
  const { changes, hasNews, isOwn, entryVersion, version, kind, entityId } = link;
  const client = useQueryClient();
  const [isShown, setIsShown] = useState(false);
  const [chosen, setChosen] = useState<Record<string, Way | null>>({});
  // Only what the cast alone has changed is taken by default.
  const wayOf = ({ field, changedIn, library }: Change) =>
    chosen[field] === undefined && changedIn === "library" && library !== null
      ? "take"
      : chosen[field];
  const fieldsOf = (way: Way) =>
    changes.filter((one) => wayOf(one) === way).map(({ field }) => field);
  const [take, give] = [fieldsOf("take"), fieldsOf("give")];
  const count = take.length + give.length;
  const sync = useDedupedMutation({
    mutationFn: (fields: { take: string[]; give: string[] }) =>
      syncCopy(storyId, { kind, entityId, entryVersion, version, ...fields }),
    onSuccess(links, fields) {
      client.setQueryData(castLinksOptions(storyId).queryKey, links);
      setChosen({});
      if (fields.take.length > 0) toast.success(`${name} is up to date`);
      else if (fields.give.length > 0) toast.success("Your cast is up to date");
      void client.invalidateQueries({ queryKey: libraryKey });
    },
    onSettled() {
      void client.invalidateQueries({ queryKey: castLinksOptions(storyId).queryKey });
      void client.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
    },
  });
  const cast = isOwn ? "your cast" : "its author's cast";
  const show = (
    <Button size="sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
      {isShown ? "Hide Differences" : "Compare"}
    </Button>
  );
  return (
    <section ref={passFocus} aria-label="Differences from the cast" className="grid gap-3">
      {hasNews ? (
        <Notice
          action={
            <span className="flex gap-2">
              {show}
              <Button size="sm" variant="ghost" onClick={() => sync.mutate({ take: [], give: [] })}>
                Ignore
              </Button>
            </span>
          }
        >
          <bdi>{name}</bdi> has changed in {cast}.
        </Notice>
      ) : (
        <p className="flex flex-wrap items-center gap-3 text-ink-soft">
          Different from {cast}. {show}
        </p>
      )}
      {isShown && (
        <>
          <ul className="grid gap-4">
            {changes.map((change) => {
              const { field, changedIn, library, story } = change;
              const side = (way: Way) => ({
                field,
                way,
                isChosen: wayOf(change) === way,
                onChoose: (isOn: boolean) => setChosen({ ...chosen, [field]: isOn ? way : null }),
              });
              return (
                <li key={field}>
                  <fieldset className="grid gap-2 wrap-anywhere sm:grid-cols-2">
                    <legend className="mb-1 font-bold">
                      {labelOf(field)}
                      {changedIn === "both" && " (changed in both)"}
                    </legend>
                    <Side {...side("take")} value={library} isLocked={library === null} />
                    <Side {...side("give")} value={story} isLocked={story === null || !isOwn} />
                  </fieldset>
                </li>
              );
            })}
          </ul>
          <Button
            variant="primary"
            className="justify-self-start"
            loading={sync.isPending}
            disabled={count === 0}
            onClick={() => sync.mutate({ take, give })}
          >
            {count === 1 ? "Apply 1 Change" : `Apply ${count || ""} Changes`}
          </Button>
        </>
      )}
    </section>
  );
}

interface SideProps {
  field: string;
  way: Way;
  /** Null if this side has no such value. */
  value: string | null;
  isChosen: boolean;
  isLocked: boolean;
  onChoose: (isOn: boolean) => void;
}

/** One side's value with its checkbox: the cast's to take, or the story's to give. */
function Side({ field, way, value, isChosen, isLocked, onChoose }: SideProps) {
  const picture = value === null ? null : pictureOf(field, value);
  const [where, what] =
    way === "take" ? ["In the cast", "take over"] : ["In this story", "update the cast"];
  const Frame = isLocked ? "span" : "label";
  return (
    <Frame className="flex items-start gap-3 rounded-control border-2 border-rule p-3 text-sm has-checked:border-blue">
      {!isLocked && (
        <input
          type="checkbox"
          className="size-5 flex-none accent-blue"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <span className="grid min-w-0 gap-1">
        <span className="text-ink-soft">
          {where}
          {!isLocked && `: ${what}`}
        </span>
        {picture && (
          <ImageWithFallback
            src={picture}
            alt=""
            className="size-16 rounded-control object-cover"
          />
        )}
        {picture && field === "portrait" ? null : (value ?? "") || (picture ? null : "None")}
      </span>
    </Frame>
  );
}

/** The server names a reference picture `picture:<role>:<outfit>:<address>`. */
const partsOf = (field: string) => /^picture:([^:]*):(.*):(\/media\/.+)$/.exec(field);

const pictureOf = (field: string, value: string) =>
  field === "portrait" ? value : partsOf(field)?.[3];

function labelOf(field: string): string {
  if (field === "portrait") return "Portrait";
  if (field.startsWith("outfit:")) return `Outfit: ${field.slice(7)}`;
  const [, role = "", outfit] = partsOf(field) ?? [];
  const names: Record<string, string> = { ...roleNames, ...editLabels };
  return outfit ? `Picture of ${outfit}` : (names[role || field] ?? "Picture");
}
