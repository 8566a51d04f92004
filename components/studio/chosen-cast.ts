import { ifKept } from "@/components/ui/if-kept";
import { z } from "@/lib/platform/zod";
import type { Story } from "@/lib/stories/schema";
import { entityKinds } from "@/lib/world/schema";

/** Somebody or a place that the author chose for the next scene; the name tells who is gone. */
const choices = z
  .array(
    z.object({ kind: z.enum(entityKinds), _id: z.string().max(100), name: z.string().max(100) }),
  )
  .max(2000);
export type Choice = z.infer<typeof choices>[number];

const keyOf = (storyId: string) => `inkwright:scene-cast:${storyId}`;

/** What was chosen for the next scene and not sent yet. */
export const keptCast = (storyId: string): Choice[] =>
  ifKept(() => choices.parse(JSON.parse(localStorage.getItem(keyOf(storyId)) ?? "[]"))) ?? [];

export function keepCast(storyId: string, cast: Choice[]): void {
  ifKept(() => {
    if (cast.length > 0) localStorage.setItem(keyOf(storyId), JSON.stringify(cast));
    else localStorage.removeItem(keyOf(storyId));
  });
}

/** The chosen who are in the story, and those who were deleted meanwhile. */
export function sortChoices(story: Pick<Story, "characters" | "locations">, cast: Choice[]) {
  const all = [...story.characters, ...story.locations];
  const present = cast.flatMap(({ kind, _id }) => {
    const entity = all.find((one) => one._id === _id);
    return entity ? [{ kind, entity }] : [];
  });
  return { present, gone: cast.filter(({ _id }) => !all.some((one) => one._id === _id)) };
}

/** What a request says of them: nothing where nobody is chosen. */
export function idsOfChoices({ present }: ReturnType<typeof sortChoices>) {
  const ids = (kind: Choice["kind"]) =>
    present.flatMap((one) => (one.kind === kind ? [one.entity._id] : []));
  const [characterIds, locationIds] = [ids("character"), ids("location")];
  return {
    ...(characterIds.length > 0 && { characterIds }),
    ...(locationIds.length > 0 && { locationIds }),
  };
}
