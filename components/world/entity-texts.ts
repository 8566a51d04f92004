import type { EntityKind } from "@/lib/world/schema";

/** Texts that differ between the dialogs of characters and locations. */
export const entityTexts = {
  character: {
    one: "Character",
    many: "Characters",
    ideaLabel: "Describe your character",
    ideaHint: "A few words are enough: who they are, how they look, what they want.",
    ideaExample: "A retired clockmaker who repairs broken robots and hides her own past",
    nameExample: "Odile Marchetti",
    titleExample: "Clockmaker",
    descriptionHint: "Who they are; the writer reads this for every scene.",
    promptHint: "How they look; the painter reads this for every picture.",
    emptyTitle: "Nobody on stage yet",
    emptyText:
      "Add the people of your story. They look the same in every panel, and the writer knows them.",
    pictureOf: (name: string) => `Portrait of ${name}`,
    redrawHint: "The portrait stays as it is until Regenerate draws it from these words.",
    added: "Character added",
    saved: "Character saved",
    deleted: "Character deleted",
    drawingStarted: "Character image regeneration started...",
  },
  location: {
    one: "Location",
    many: "Locations",
    ideaLabel: "Describe your location",
    ideaHint: "A few words are enough: where it is, what stands there, what light it has.",
    ideaExample: "A lighthouse on a reef that is dry only twice a year",
    nameExample: "The Lamp Room",
    titleExample: "Top of the lighthouse",
    descriptionHint: "What it is; the writer reads this for every scene.",
    promptHint: "How it looks; the painter reads this for every picture.",
    emptyTitle: "A map without places",
    emptyText:
      "Add the places of your story. They look the same in every panel, and the writer knows them.",
    pictureOf: (name: string) => `Picture of ${name}`,
    redrawHint: "The picture stays as it is until Regenerate draws it from these words.",
    added: "Location added",
    saved: "Location saved",
    deleted: "Location deleted",
    drawingStarted: "Location image regeneration started...",
  },
} as const satisfies Record<EntityKind, unknown>;
