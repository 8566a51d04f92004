import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";
import type { Story } from "@/lib/stories/schema";
import { entityKinds } from "@/lib/world/schema";

/** An entity chosen for the next scene; its name is for the message about a deleted one. */
const castChoicesSchema = z
  .array(
    z.object({ kind: z.enum(entityKinds), _id: z.string().max(100), name: z.string().max(100) }),
  )
  .max(2000);
export type CastChoice = z.infer<typeof castChoicesSchema>[number];

/** The cast of a story's next scene. */
export const castDrafts = createDrafts<CastChoice[]>({
  kind: "scene-cast",
  schema: castChoicesSchema,
  emptyValue: [],
});

/** Splits the choices into existing and deleted entities. */
export function partitionChoices(
  story: Pick<Story, "characters" | "locations">,
  cast: CastChoice[],
) {
  const entities = [...story.characters, ...story.locations];
  const present = cast.flatMap(({ kind, _id }) => {
    const entity = entities.find((one) => one._id === _id);
    return entity ? [{ kind, entity }] : [];
  });
  return { present, deleted: cast.filter(({ _id }) => !entities.some((one) => one._id === _id)) };
}

/** The cast fields of a request, also empty: a scene made anew would keep its earlier cast. */
export function toCastIds({ present }: ReturnType<typeof partitionChoices>) {
  const ids = (kind: CastChoice["kind"]) =>
    present.flatMap((one) => (one.kind === kind ? [one.entity._id] : []));
  return { characterIds: ids("character"), locationIds: ids("location") };
}
