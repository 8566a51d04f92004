"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LibraryBig } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { removeEntity, upsertEntity } from "@/components/world/story-entities";
import { castLinksOptions, createEntry, libraryKey, mergeEntities } from "@/lib/library/client";
import { storyOptions } from "@/lib/stories/client";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { CastChanges } from "./cast-changes";
import { MergeSection } from "./merge-section";

interface CastSectionProps {
  kind: EntityKind;
  entity: Entity;
  /** Called once the entity is merged into another one. */
  onMerged: () => void;
}

/** Links an entity of a story to the author's cast, and merges duplicates. */
export function CastSection({ kind, entity, onMerged }: CastSectionProps) {
  const { _id: entityId, storyId, name } = entity;
  const client = useQueryClient();
  const linksOptions = castLinksOptions(storyId);
  const { data: links, errorUpdateCount, isFetching, refetch } = useQuery(linksOptions);
  const { data: story } = useQuery({ ...storyOptions(storyId), enabled: false });
  const save = useDedupedMutation({
    mutationFn: () => createEntry({ kind, entityId }),
    onSuccess() {
      toast.success(`${name} is in your cast`);
      void client.invalidateQueries({ queryKey: linksOptions.queryKey });
      void client.invalidateQueries({ queryKey: libraryKey });
    },
  });
  return (
    <>
      <section aria-label="My cast" className="grid gap-3">
        <CastChanges entity={entity} />
        {/* The count of errors rather than the error, which a retry clears. */}
        {!links && errorUpdateCount > 0 && (
          <Notice
            tone="error"
            action={
              <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
                Try Again
              </Button>
            }
          >
            Your cast could not be loaded.
          </Notice>
        )}
        {links && !links.some((one) => one.entityId === entityId && one.isOwn) && (
          <Button
            className="justify-self-start"
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            <LibraryBig aria-hidden="true" /> Save to My Cast
          </Button>
        )}
      </section>
      <MergeSection
        name={name}
        others={(story?.[`${kind}s`] ?? []).filter((one) => one._id !== entityId)}
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
