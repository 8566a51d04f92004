import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { meDto } from "@/lib/accounts/schema";
import { imageJobDto, sceneProgressDto, videoJobDto } from "@/lib/generation/schema";
import { mediaItem } from "@/lib/media/schema";
import { storyCostsDto } from "@/lib/spending/schema";
import { profileDto, storyDto, storyPage } from "@/lib/stories/schema";
import {
  aBubble,
  aCharacter,
  aLocation,
  anImageJob,
  aPanel,
  aProfile,
  aScene,
  aSceneProgress,
  aStory,
  aStoryPage,
  aTake,
  aVideoJob,
  freeCosts,
  testUser,
} from "./builders";
import { allowErrors } from "./console";
import { declarationOf } from "./server";

it("the fake server answers only as each API call declares", async () => {
  const files = globSync("app/api/**/route.ts").filter((file) => !file.includes("[..."));
  const known = await Promise.all(
    files.map(async (file) => {
      const address = `/${file.replace(/^app\/|\/route\.ts$/g, "").replace(/\[(\w+)\]/g, "{$1}")}`;
      const calls = await Promise.all(
        ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) =>
          declarationOf(`${method} ${address}`).catch(() => null),
        ),
      );
      return { address, isDeclared: calls.some((call) => call?.summary) };
    }),
  );
  const unknown = known.filter(({ isDeclared }) => !isDeclared).map(({ address }) => address);
  // It speaks a protocol of others.
  expect(unknown).toEqual(["/api/inngest"]);
});

it("builders make complete, valid responses", () => {
  const scenes = [
    aScene(1, 2),
    aScene(2, 1, { panels: [aPanel(1, { textBubbles: [aBubble()] })] }),
  ];
  const story = aStory({ scenes, characters: [aCharacter()], locations: [aLocation()] });
  const made = [
    [storyDto, story],
    [meDto, { user: testUser() }],
    [storyPage, aStoryPage()],
    [profileDto, aProfile()],
    [sceneProgressDto, aSceneProgress()],
    [imageJobDto, anImageJob()],
    [videoJobDto, aVideoJob()],
    [mediaItem, aTake()],
    [storyCostsDto, freeCosts],
  ] as const;
  for (const [schema, answer] of made) expect(schema.parse(answer)).toEqual(answer);
});

it("an error on the console fails the test, unless the test expects it", () => {
  allowErrors(/the reader is told/);
  console.error("Of this the reader is told.");
});
