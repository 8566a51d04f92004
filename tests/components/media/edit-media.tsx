import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, vi } from "vitest";
import { StoryJobs } from "@/components/jobs/story-jobs";
import { EditMediaDialog } from "@/components/media/edit-media-dialog";
import { getQueryClient } from "@/components/shell/query-client";
import type { MediaItem } from "@/lib/media/schema";
import { storyKeys } from "@/lib/stories/client";
import {
  anImageJob,
  aPicture,
  aScene,
  aStory,
  aTake,
  aVideoJob,
  freeCosts,
  testId,
  testUser,
} from "../support/builders";
import { fakeTime, fill, render } from "../support/render";
import { server } from "../support/server";

export const starts = {
  Modify: "POST /api/ai/generate-image",
  Animate: "POST /api/ai/generate-video",
  Generate: "POST /api/ai/regenerate-panel",
} as const;
export const boxes = {
  Modify: "What should change?",
  Animate: "What should move?",
  Generate: "Image prompt",
};
type Tab = keyof typeof starts;
export const image = "GET /api/ai/image-status/{jobId}";
export const video = "GET /api/ai/video-status/{jobId}";
export const openJobs = "GET /api/stories/{storyId}/jobs";
const takesOf = "GET /api/scenes/{sceneId}/panels/{panelNumber}/takes";

/** The take on the panel, and the result of a later prompt. */
export const first = aTake({ url: aPicture("1") });
export const second = aTake({ _id: testId("92"), url: aPicture("2"), prompt: "Make it night" });

const images = [aPicture("7"), aPicture("8")];

let panels = 0;

/** The open dialog: its fake server, its user, the takes on the server. `close` unmounts it. */
export const media = {} as {
  api: ReturnType<typeof server>;
  user: UserEvent;
  takes: MediaItem[];
  close: () => void;
};
export const onOpenChange = vi.fn();

/** Opens Edit Media on a panel of its own: conversations belong to one panel. */
export async function open({ of = testId(`30${panels}`), autoRegenerate = false } = {}) {
  const scene = aScene();
  const panel = { ...scene.panels[0], _id: of } as (typeof scene.panels)[0];
  const story = aStory({ scenes: [{ ...scene, panels: [panel] }] });
  getQueryClient().setQueryData(storyKeys.detail(story._id), story);
  const props = { story, scene, panel, autoRegenerate, onOpenChange, demoNotice: null };
  const shown = await render(
    <>
      <EditMediaDialog {...props} open />
      <StoryJobs storyId={story._id} />
    </>,
    { viewer: testUser() },
  );
  Object.assign(media, { user: shown.user, close: shown.unmount });
}

beforeEach(() => {
  panels += 1;
  media.takes = [first];
  fakeTime();
  media.api = server({
    [takesOf]: () => media.takes,
    "GET /api/stories/{storyId}/costs": freeCosts,
    [openJobs]: [],
    "GET /api/scenes/{sceneId}/panels/{panelNumber}/outfits": [],
    "GET /api/stories/random-images": { images, data: { images } },
  });
});

export const box = (tab: Tab) => screen.getByLabelText<HTMLTextAreaElement>(boxes[tab]);
export const openTab = (name: Tab | "Upload") =>
  media.user.click(screen.getByRole("tab", { name }));
export const button = (name: string | RegExp) => screen.getByRole("button", { name });
export const take = (number: number) =>
  screen.findByRole("button", { name: new RegExp(`^Take ${number}\\b`) });
export const conversation = () => within(screen.getByRole("log", { name: "Conversation" }));
export const overlay = () => document.querySelector<HTMLElement>(".media-overlay");
export const expectTakes = (count: number) =>
  screen.findByRole("heading", { name: `Takes (${count})` });

export async function ask(tab: Tab, prompt: string) {
  await openTab(tab);
  await fill(media.user, box(tab), prompt);
  await media.user.keyboard("{Enter}");
}

export const { jobId: imageId } = anImageJob();
export const { jobId: videoId } = aVideoJob();
export const prompt = "The keeper walks into the fog";

/** A completed image job. */
export const done = (url: string, note?: string) =>
  anImageJob({
    status: "completed",
    result: { imageUrl: url, prompt, timestamp: first.timestamp, ...(note && { note }) },
  });
