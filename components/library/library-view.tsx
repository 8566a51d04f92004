"use client";
import { useState } from "react";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { Illustration } from "@/components/ui/pictures/illustration";
import { EntityCard } from "@/components/world/entity-card";
import type { LibraryEntry, LibraryPage } from "@/lib/library/schema";
import { asEntity } from "./as-entity";
import { EntryDialog } from "./entry-dialog";
import { LibraryBrowser } from "./library-browser";

/** The viewer's characters and locations across stories. */
export function LibraryView({ initial }: { initial: LibraryPage }) {
  const [edited, setEdited] = useState<LibraryEntry | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Page>
      <PageHeading
        className="mb-8"
        title="My cast"
        actions={<ButtonLink href="/my-stories">My stories</ButtonLink>}
      >
        <p className="mt-2 text-lg text-ink-soft">
          Characters and locations that your stories share.
        </p>
      </PageHeading>
      <LibraryBrowser
        initial={initial}
        empty={
          <EmptyState
            picture={<Illustration name="empty-cast" />}
            title="Nobody here yet"
            action={
              <ButtonLink href="/my-stories" variant="primary">
                Go to My Stories
              </ButtonLink>
            }
          >
            Open a character or location of a story and choose Save to My Cast. Then your other
            stories can take it.
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
                    entity={asEntity(entry)}
                    onOpen={() => {
                      setEdited(entry);
                      setIsOpen(true);
                    }}
                  />
                </li>
              ))}
            </ul>
            {edited && (
              <EntryDialog
                key={edited._id}
                entry={entries.find(({ _id }) => _id === edited._id) ?? edited}
                open={isOpen}
                onOpenChange={setIsOpen}
              />
            )}
          </>
        )}
      </LibraryBrowser>
    </Page>
  );
}
