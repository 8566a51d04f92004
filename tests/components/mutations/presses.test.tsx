import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { LibraryView } from "@/components/library/library-view";
import { TakeDetails } from "@/components/media/takes/take-details";
import { ContinueReading } from "@/components/reading-progress/continue-reading";
import { EngineTrials } from "@/components/setup/engine-trials";
import { Workflows } from "@/components/setup/workflows";
import type { WorkflowState } from "@/lib/setup/schema";
import type { ReferenceSheet } from "@/lib/world/references/schema";
import type { EntityKind } from "@/lib/world/schema";
import { pressedCalls } from "@/tests/support/pressed-calls";
import { aLink, aPage, mara, odile } from "../library/entries";
import {
  aCharacter,
  aLocation,
  aPicture,
  aSetup,
  aTake,
  testId,
  testUser,
} from "../support/builders";
import { advanceTime, fakeTime, fill, render, submitByEnter } from "../support/render";
import { type Answers, defer, server } from "../support/server";
import { castOf } from "../world/cast";

type Name = string | RegExp;

interface Reached {
  user: UserEvent;
  button: HTMLElement;
  /** In a form, where Enter submits. */
  field?: HTMLElement;
}

interface Press {
  call: keyof Answers;
  button: string;
  answer: unknown;
  /** Everything before the press. */
  reach: () => Promise<Reached>;
}

/** Presses these buttons in turn, except the last one. */
async function walk(user: UserEvent, names: Name[]): Promise<Reached> {
  for (const name of names.slice(0, -1))
    await user.click(await screen.findByRole("button", { name }));
  return { user, button: await screen.findByRole("button", { name: names.at(-1) as Name }) };
}

/** Fills text boxes by their labels. @returns the first one */
async function write(user: UserEvent, words: Record<string, string>): Promise<HTMLElement> {
  const boxes = Object.keys(words).map((label) =>
    screen.getByRole("textbox", { name: new RegExp(`^${label}`) }),
  );
  for (const [at, text] of Object.values(words).entries())
    await fill(user, boxes[at] as HTMLElement, text);
  // user-event would report the change when the closing dialog takes the focus.
  await user.tab();
  return boxes[0] as HTMLElement;
}

const sheet: ReferenceSheet = {
  pictures: [
    {
      _id: testId("81"),
      role: "view",
      label: "By the sea",
      outfitId: null,
      url: aPicture("3"),
      isDrawn: true,
    },
  ],
  outfits: [{ _id: testId("8"), name: "Raincoat", description: "yellow", version: 1 }],
  takesLora: false,
};

const picture = (digit: string) => ({
  primaryImageUrl: aPicture(digit),
  imageUrls: [aPicture(digit)],
});
const same = { _id: aLink().entityId, version: aLink().version };
const cast = {
  characters: [
    aCharacter({ ...picture("1"), ...same }),
    aCharacter({ _id: testId("52"), name: "Mara" }),
  ],
  locations: [aLocation(picture("2")), aLocation({ _id: testId("62"), name: "The Lighthouse" })],
};

/** In the dialog of the first character or location. */
async function inEntity(kind: EntityKind, names: Name[], answers: Answers = {}): Promise<Reached> {
  const { api, user, edit } = await castOf(kind, cast);
  api.answer({ [`GET /api/${kind}s/{${kind}Id}/references`]: sheet, ...answers });
  await edit(kind === "character" ? "Odile" : "The Pier");
  await screen.findByRole("region", { name: "References" });
  return walk(user, names);
}

/** On the page of the author's cast. */
async function inLibrary(names: Name[]): Promise<Reached> {
  const page = aPage([odile, mara]);
  server({ "GET /api/library": page });
  const view = <LibraryView viewerId={testUser()._id} initial={page} />;
  const { user } = await render(view, { viewer: testUser() });
  return walk(user, names);
}

async function on(ui: ReactNode, names: Name[]): Promise<Reached> {
  const { user } = await render(ui, { viewer: testUser() });
  return walk(user, names);
}

const ofKind = (kind: EntityKind): Press[] => {
  const path = `/api/${kind}s/{${kind}Id}` as const;
  return [
    {
      call: `DELETE ${path}/references/{referenceId}`,
      button: "Delete a reference",
      answer: sheet,
      reach: () => inEntity(kind, ["Delete By the sea", "Delete"]),
    },
    {
      call: `POST ${path}/references`,
      button: "A picture from the story",
      answer: sheet,
      reach: () =>
        inEntity(kind, [
          "Add a Reference",
          "From the Story",
          kind === "character" ? "Odile" : "The Pier",
        ]),
    },
    {
      call: `POST ${path}/merge`,
      button: "Merge",
      answer: cast[`${kind}s`][1],
      reach: () => inEntity(kind, [/^Merge With/, "Merge"]),
    },
  ];
};

const outfits = "/api/characters/{characterId}/outfits";
const ofOutfits: Press[] = [
  {
    call: `DELETE ${outfits}/{outfitId}`,
    button: "Delete an outfit",
    answer: sheet,
    reach: () => inEntity("character", ["Delete Raincoat", "Delete"]),
  },
  ...(
    [
      ["Edit Raincoat", `PUT ${outfits}/{outfitId}`],
      ["Add an Outfit", `POST ${outfits}`],
    ] as const
  ).map(([open, call]) => ({
    call,
    button: `Save Outfit, after ${open}`,
    answer: sheet,
    async reach() {
      const reached = await inEntity("character", [open, "Save Outfit"]);
      await write(reached.user, { Outfit: "Cape" });
      return reached;
    },
  })),
  ...[/^Draw 6 Missing/, "Draw Raincoat"].map((name) => ({
    call: "POST /api/ai/generate-references" as const,
    button: name === "Draw Raincoat" ? "Draw an outfit" : "Draw all missing pictures",
    answer: { jobIds: [testId("9")] },
    reach: () => inEntity("character", [name]),
  })),
];

const entryWords = {
  Name: "The Diver",
  Description: "She knows every wreck of the bay.",
  "Image prompt": "A woman in an old diving suit, brass helmet",
};
const links = { "GET /api/stories/{storyId}/cast": [aLink()] };
const ofLibrary: Press[] = [
  {
    call: "POST /api/library",
    button: "Save to My Cast",
    answer: odile,
    reach: () => inEntity("character", ["Save to My Cast"]),
  },
  {
    call: "POST /api/library",
    button: "Add Character",
    answer: odile,
    async reach() {
      const { user } = await inLibrary(["Add Character"]);
      await user.click(screen.getByRole("button", { name: "Add Character" }));
      const dialog = within(await screen.findByRole("dialog"));
      const field = await write(user, entryWords);
      return { user, field, button: dialog.getByRole("button", { name: "Add Character" }) };
    },
  },
  {
    call: "PUT /api/library/{entryId}",
    button: "Save Changes of an entry",
    answer: odile,
    async reach() {
      const reached = await inLibrary([/^Odile Marchetti/, "Save Changes"]);
      return { ...reached, field: await write(reached.user, { Title: "Diver" }) };
    },
  },
  {
    call: "DELETE /api/library/{entryId}",
    button: "Remove From My Cast",
    answer: { message: "Removed from your cast" },
    reach: () => inLibrary([/^Odile Marchetti/, "Remove From My Cast", "Remove"]),
  },
  {
    call: "POST /api/library/{entryId}/merge",
    button: "Merge of two entries",
    answer: mara,
    reach: () => inLibrary([/^Odile Marchetti/, "Merge With Mara", "Merge"]),
  },
  {
    call: "POST /api/stories/{storyId}/cast",
    button: "Add from the cast",
    answer: { characters: [], locations: [], skipped: [] },
    async reach() {
      const { api, user, list } = await castOf("character");
      api.answer({ "GET /api/library": aPage([odile, mara]) });
      await user.click(list().getByRole("button", { name: "From My Cast" }));
      await user.click(await screen.findByRole("checkbox", { name: /Mara/ }));
      return walk(user, ["Add 1"]);
    },
  },
  ...[["Compare", /^Apply \d/], ["Ignore"]].map((names) => ({
    call: "PUT /api/stories/{storyId}/cast" as const,
    button: names.length === 1 ? "Ignore" : "Apply Changes",
    answer: [aLink()],
    reach: () => inEntity("character", names, links),
  })),
];

const workflow: WorkflowState = {
  name: "Repairs",
  source: "setup",
  kind: "text",
  pictures: 0,
  problem: null,
  missing: [],
};
const workflows = <Workflows workflows={[workflow]} onSaved={() => {}} />;
const reading = {
  storyId: testId("11"),
  progression: 0.5,
  modified: "2026-11-20T10:00:00.000Z",
  card: {
    title: "Low Tide",
    cover: null,
    place: 4,
    scenes: 12,
    position: { scene: 4, panel: 1 },
  },
};
const unchecked = { ...aTake({ checkProblem: "The vision service is away." }), number: 1 };
const ofOthers: Press[] = [
  {
    call: "POST /api/setup/trials",
    button: "Try them now",
    answer: { outcome: "works", seconds: 1, detail: null },
    reach: () =>
      on(<EngineTrials trials={[{ engine: "ComfyUI", trial: "picture" }]} />, ["Try them now"]),
  },
  {
    call: "PUT /api/setup/workflows",
    button: "Keep the workflow",
    answer: aSetup(),
    async reach() {
      const reached = await on(workflows, ["Keep the workflow"]);
      return { ...reached, field: await write(reached.user, { Name: "Ink", Workflow: "graph" }) };
    },
  },
  {
    call: "PUT /api/setup/workflows",
    button: "Delete a workflow",
    answer: aSetup(),
    reach: () => on(workflows, ["Delete Repairs", "Delete"]),
  },
  {
    call: "DELETE /api/readings/{storyId}",
    button: "Remove from Continue reading",
    answer: null,
    reach() {
      server({ "GET /api/readings": [reading] });
      return on(<ContinueReading />, [/^Remove Low Tide/]);
    },
  },
  {
    call: "POST /api/ai/check-picture",
    button: "Check again",
    answer: { model: "Vision", asked: 1, unknown: 0, misses: [] },
    reach: () =>
      on(
        <TakeDetails
          {...{ take: unchecked, sceneId: testId("41"), panelNumber: 1, isInUse: true }}
          onDeleted={() => {}}
        />,
        ["Check again"],
      ),
  },
];

const presses = [
  ...ofKind("character"),
  ...ofKind("location"),
  ...ofOutfits,
  ...ofLibrary,
  ...ofOthers,
];

/** As the browser's walk names it: `PUT /library/*`. */
const starred = (call: string) => call.replace("/api", "").replace(/\{[^}]+\}/g, "*");

it("every listed call is pressed here, and every pressed call is listed", () => {
  const pressed = new Set(presses.map(({ call }) => starred(call)));
  expect([...pressed].sort()).toEqual(pressedCalls.toSorted());
});

const twice = {
  "a double click": ({ user, button }: Reached) => user.dblClick(button),
  async "Enter twice"({ user, button, field }: Reached) {
    (field ?? button).focus();
    const isOutside = field && !field.closest("form")?.contains(button);
    for (const _ of [1, 2]) await (isOutside ? submitByEnter() : user.keyboard("{Enter}"));
  },
};

for (const [how, press] of Object.entries(twice)) {
  describe(`${how} sends one request`, () => {
    it.each(presses)("$button: $call", async ({ call, answer, reach }) => {
      fakeTime();
      const reached = await reach();
      const held = defer(answer);
      const api = server({ [call]: held.answer });
      await press(reached);
      await waitFor(() => expect(api.calls(call)).not.toEqual([]));
      await held.release();
      // A request that waited for the first one would follow now.
      await advanceTime(100);
      expect(api.calls(call)).toHaveLength(1);
    });
  });
}
