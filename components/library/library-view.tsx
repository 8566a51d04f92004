"use client";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { Illustration } from "@/components/ui/pictures/illustration";
import { EntityCard } from "@/components/world/entity-card";
import { entityTexts } from "@/components/world/entity-texts";
import type { LibraryEntry, LibraryPage } from "@/lib/library/schema";
import { type EntityKind, entityKinds } from "@/lib/world/schema";
import { EntryDialog } from "./entry-dialog";
import { LibraryBrowser } from "./library-browser";

/** The viewer's characters and locations across stories. */
export function LibraryView({ viewerId, initial }: { viewerId: string; initial: LibraryPage }) {
  const [edited, setEdited] = useState<{ kind: EntityKind; entry: LibraryEntry | null }>();
  const [isOpen, setIsOpen] = useState(false);
  const edit = (kind: EntityKind, entry: LibraryEntry | null) => {
    setEdited({ kind, entry });
    setIsOpen(true);
  };
  const add = entityKinds.map((kind) => (
    <Button key={kind} onClick={() => edit(kind, null)}>
      <Plus aria-hidden="true" /> Add {entityTexts[kind].one}
    </Button>
  ));
  return (
    <Page>
      <PageHeading className="mb-8" title="My cast" actions={add}>
        <p className="mt-2 text-lg text-ink-soft">
          Characters and locations that your stories share.
        </p>
      </PageHeading>
      <LibraryBrowser
        initial={initial}
        empty={
          <EmptyState picture={<Illustration name="empty-cast" />} title="Your cast is empty">
            Add a character or a location here, or open one of a story and choose Save to My Cast.
            Then every story of yours can take it.
          </EmptyState>
        }
      >
        {(entries) => (
          <>
            <h2 className="sr-only">Entries</h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-5 max-sm:grid-cols-2 max-sm:gap-3">
              {entries.map((entry) => (
                <li key={entry._id} className="grid">
                  <EntityCard
                    kind={entry.kind}
                    entity={entry}
                    onOpen={() => edit(entry.kind, entry)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </LibraryBrowser>
      {edited && (
        <EntryDialog
          key={`${edited.entry?._id ?? edited.kind} ${edited.entry?.version}`}
          viewerId={viewerId}
          {...edited}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </Page>
  );
}
