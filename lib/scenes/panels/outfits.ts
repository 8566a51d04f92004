/** Outfits of a story's characters from panel to panel: `panel.outfits` holds the changes alone. */
import { z } from "@/lib/platform/zod";

/** Outfit ids by character id; null for the usual clothes. Bad rows change nothing. */
export const outfitChanges = z.record(z.uuid(), z.uuid().nullable()).catch({});
export type OutfitChanges = z.infer<typeof outfitChanges>;

/** The outfits after some panels, in the order of the story. */
export const outfitsAfter = (changes: readonly unknown[]): OutfitChanges =>
  Object.assign({}, ...changes.map((change) => outfitChanges.parse(change)));
