import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { StoryJobs } from "@/components/jobs/story-jobs";
import { getQueryClient } from "@/components/shell/query-client";
import { EntityListDialog } from "@/components/world/entity-list-dialog";
import { storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import type { EntityKind } from "@/lib/world/schema";
import { aStory, testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { savedStory } from "../support/saved-story";
import { server } from "../support/server";

export const sheet = {
  character: {
    name: "Odile Marchetti",
    title: "Retired clockmaker",
    description: "She repairs broken robots by night and tells no one why.",
    imagePrompt: "An old woman with round glasses and a grey bun, green apron",
  },
  location: {
    name: "Harbour Market",
    title: "Before the fog lifts",
    description: "Fish, ropes and rumours, from four in the morning.",
    imagePrompt: "A harbour market at dawn with boats and wooden stalls",
  },
} as const satisfies Record<EntityKind, unknown>;

const many = { character: "Characters", location: "Locations" } as const;
const one = { character: "Character", location: "Location" } as const;

/** The button of the rail that opens the list. */
function Opener({ initial, kind }: { initial: Story; kind: EntityKind }) {
  const { data: story = initial } = useQuery(storyOptions(initial._id, initial));
  const [open, setOpen] = useState(false);
  return (
    <>
      <StoryJobs storyId={initial._id} />
      <button type="button" onClick={() => setOpen(true)}>
        Cast
      </button>
      <EntityListDialog {...{ story, kind, open }} onOpenChange={setOpen} />
    </>
  );
}

/** Opens the list of Ada's characters or locations. */
export async function castOf(kind: EntityKind, changes: Partial<Story> = {}) {
  const story = aStory(changes);
  const saved = savedStory(story);
  const api = server(saved.answers);
  const show = () =>
    render(<Opener initial={saved.now()} kind={kind} />, {
      viewer: testUser(),
      at: `/story/${story._id}`,
      params: { storyId: story._id },
    });
  const shown = await show();
  let { unmount } = shown;
  const { user } = shown;
  const named = (what: "Add" | "Edit") => ({ name: `${what} ${one[kind]}` });
  const dialog = (what: "Add" | "Edit" = "Edit") => within(screen.getByRole("dialog", named(what)));
  const list = () =>
    within(screen.getByRole("dialog", { name: new RegExp(`^${many[kind]} \\(\\d+\\)$`) }));
  const openList = () => user.click(screen.getByRole("button", { name: "Cast" }));
  await openList();
  await waitFor(list);
  const field = (name: string, description?: string | RegExp) =>
    within(screen.getByRole("dialog", { name: /^(Add|Edit) / })).getByRole("textbox", {
      name: new RegExp(`^${name}`),
      ...(description && { description }),
    }) as HTMLInputElement;
  return {
    api,
    saved,
    user,
    list,
    openList,
    dialog,
    field,
    storyId: story._id,
    async edit(name: string) {
      await user.click(list().getByRole("button", { name: new RegExp(name) }));
      await waitFor(() => dialog());
    },
    async add() {
      await user.click(list().getByRole("button", { name: "Add New" }));
      await waitFor(() => dialog("Add"));
    },
    write: (name: string, words: string) => fill(user, field(name), words),
    says: (name: string, description: string) => waitFor(() => void field(name, description)),
    /** Presses a button of the topmost dialog. */
    press: (name: string | RegExp) =>
      user.click(
        within(screen.getByRole("dialog", { name: /^(Add|Edit) / })).getByRole("button", { name }),
      ),
    gone: (what: "Add" | "Edit" = "Edit") =>
      waitFor(() => {
        if (screen.queryByRole("dialog", named(what))) throw new Error("It is still there.");
      }),
    /** Reloads the page with the list open. */
    async reload() {
      unmount();
      getQueryClient().clear();
      ({ unmount } = await show());
      await openList();
      await waitFor(list);
    },
  };
}
