import sharp from "sharp";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { placedLines } from "@/lib/scenes/panels/script";
import { refreshPreview } from "@/lib/scenes/preview-service";

/** A story that is inserted into the database directly, without a writer or a painter. */
export interface StoryPlan {
  username: string;
  title?: string;
  description?: string;
  aspectRatio?: AspectRatio;
  defaultPanels?: number;
  /** The number of panels of each scene; empty for a story without scenes. */
  scenes: number[];
  /** False leaves the panels without pictures. */
  pictures?: boolean;
  /** Makes unique pictures; by default stories share pictures by panel number. */
  ownPictures?: boolean;
  characters?: number;
  locations?: number;
  /** The date of publishing; without it a draft. */
  publishedAt?: string;
  tags?: string[];
  likes?: number;
  remixes?: number;
}

const sizes: Record<AspectRatio, { width: number; height: number }> = {
  "3:4": { width: 480, height: 640 },
  "3:2": { width: 640, height: 427 },
  square: { width: 512, height: 512 },
};

const lines = [
  "Nobody told me about the tide.",
  "Then we wait until the bell rings.",
  "I have seen this door before, on the other side of the sea.",
  "Quiet now.",
];

/** As long as a writer's description of a panel. */
const manner =
  "Medium shot from below, evening light from the left, a coat that is too large, wet stones, the bell tower behind, gulls in the upper third, room for lettering at the top. The keeper looks past us to the sea and holds the lamp low, so that the face is lit from beneath.";

/** Writes the rows and stores a real small picture for each panel. @returns the story's id */
export async function seedStory(plan: StoryPlan): Promise<string> {
  const { username, scenes, aspectRatio = "3:4", pictures = true } = plan;
  const author = await db.user.findUniqueOrThrow({ where: { username } });
  const story = await db.story.create({
    data: {
      authorId: author.id,
      title: plan.title ?? "The Long Tide",
      description: plan.description ?? "A keeper, a bell and a sea that comes back every night.",
      aspectRatio,
      ...(plan.defaultPanels ? { defaultPanels: plan.defaultPanels } : {}),
      ...(plan.publishedAt
        ? { status: "published", publishedAt: plan.publishedAt, createdAt: plan.publishedAt }
        : {}),
      tags: { create: (plan.tags ?? []).map((tag, position) => ({ tag, position })) },
    },
  });
  const { likes: likeCount, remixes: remixCount } = plan;
  if (likeCount || remixCount) {
    await db.storyStat.update({ where: { storyId: story.id }, data: { likeCount, remixCount } });
  }
  await addCast(story.id, plan);
  let counter = plan.ownPictures ? Math.floor(Math.random() * 1e9) : 0;
  for (const [index, panels] of scenes.entries()) {
    const sceneNumber = index + 1;
    const scene = await db.scene.create({
      data: {
        storyId: story.id,
        sceneNumber,
        status: "completed",
        title: `The bell rings ${sceneNumber} times`,
        description: `Chapter ${sceneNumber}: the water stands at the door, and someone has to go and look.`,
        prompt: `The keeper goes down to the water for the ${sceneNumber}th time.`,
      },
    });
    const frames = Array.from({ length: panels }, (_, position) => position + 1);
    const painted = await Promise.all(
      frames.map(async (panelNumber) => {
        counter += 1;
        return {
          panelNumber,
          line: lines[(sceneNumber + panelNumber) % lines.length] ?? "",
          media: pictures
            ? await storePicture(await drawing(counter, sizes[aspectRatio]), { origin: "drawn" })
            : null,
        };
      }),
    );
    const rows = painted.map((row) => ({ ...row, id: crypto.randomUUID() }));
    await db.panel.createMany({
      data: rows.map(({ id, panelNumber, line, media }) => {
        const script = [
          { speaker: "Keeper", kind: "speech" as const, text: line },
          {
            speaker: null,
            kind: "narration" as const,
            text: `Later, at the ${panelNumber}th bell.`,
          },
        ];
        return {
          id,
          sceneId: scene.id,
          panelNumber,
          status: "completed" as const,
          imagePrompt: `The keeper at the water, panel ${panelNumber}. ${manner}`,
          altText: `The keeper at the water in scene ${sceneNumber}, panel ${panelNumber}.`,
          imageMediaId: media?.id ?? null,
          lines: script,
          textBubbles: media ? placedLines(id, script, [], aspectRatio) : [],
        };
      }),
    });
    // The picture of a panel is one of its takes.
    await db.take.createMany({
      data: rows.flatMap(({ id, panelNumber, media }) =>
        media
          ? {
              panelId: id,
              kind: "image" as const,
              source: "generated" as const,
              mediaId: media.id,
              prompt: `The keeper at the water, panel ${panelNumber}. ${manner}`,
              model: "Demo studio",
            }
          : [],
      ),
    });
  }
  await db.$transaction((tx) => refreshPreview(tx, story.id));
  return story.id;
}

async function addCast(storyId: string, plan: StoryPlan): Promise<void> {
  // Older than three minutes, after which no portrait is awaited.
  const createdAt = new Date(Date.now() - 3_600_000);
  const sheets = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => ({
      storyId,
      name: `${name} ${index + 1}`,
      title: "Of the harbour",
      description: "Has been at the harbour for as long as anybody remembers.",
      imagePrompt: "A figure at the harbour in evening light.",
      seed: crypto.randomUUID(),
      firstAppearance: index + 1,
      createdAt,
    }));
  await db.character.createMany({ data: sheets(plan.characters ?? 0, "Keeper") });
  await db.location.createMany({ data: sheets(plan.locations ?? 0, "Pier") });
}

/** Sea, hill and moon in colours by `index`: no two pictures are equal. */
function drawing(
  index: number,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  const hue = (index * 47) % 360;
  const moon = 40 + ((index * 61) % (width - 80));
  const dots = Array.from({ length: 90 }, (_, dot) => {
    const x = (dot * 97 + index * 13) % width;
    const y = (dot * 53 + index * 29) % height;
    return `<circle cx="${x}" cy="${y}" r="${2 + (dot % 5)}" fill="hsl(${(hue + dot) % 360} 60% 70%)" opacity=".5"/>`;
  }).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 45% 35%)"/>${dots}
    <circle cx="${moon}" cy="${height / 4}" r="46" fill="hsl(${(hue + 60) % 360} 80% 75%)"/>
    <path d="M0 ${height * 0.7}Q${moon} ${height * 0.45} ${width} ${height * 0.75}V${height}H0Z" fill="hsl(${(hue + 160) % 360} 40% 30%)"/>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}
