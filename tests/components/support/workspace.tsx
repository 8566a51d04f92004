import { screen } from "@testing-library/react";
import { Workspace } from "@/components/studio/workspace";
import type { Story } from "@/lib/stories/schema";
import { freeCosts, testUser } from "./builders";
import { render } from "./render";
import { server } from "./server";

/** What every table asks for. */
export const workspaceAnswers = (story: Story) => ({
  "GET /api/stories/{storyId}": story,
  "GET /api/stories/{storyId}/costs": freeCosts,
  "GET /api/likes/stories/{storyId}": { data: { likeCount: 0, isLikedByUser: false } },
  "POST /api/ai/scene-suggestions": { suggestions: [], isNewStory: story.scenes.length === 0 },
});

/** Ada at the drawing table of her story; a test adds what else is answered at first. */
export async function renderWorkspace(story: Story, answers: Parameters<typeof server>[0] = {}) {
  const api = server({ ...workspaceAnswers(story), ...answers });
  const table = <Workspace initial={story} otherPainter={null} />;
  const at = `/story/${story._id}`;
  const { user } = await render(table, { viewer: testUser(), at, params: { storyId: story._id } });
  await screen.findByRole("heading", { name: story.title });
  return { api, user };
}
