import { screen } from "@testing-library/react";
import { Workspace } from "@/components/studio/workspace";
import type { Story } from "@/lib/stories/schema";
import { freeCosts, testUser } from "./builders";
import { render } from "./render";
import { server } from "./server";

/** Answers to the first calls of every workspace. */
export const workspaceAnswers = (story: Story) => ({
  "GET /api/stories/{storyId}": story,
  "GET /api/stories/{storyId}/cast": [],
  "GET /api/stories/{storyId}/costs": freeCosts,
  "GET /api/stories/{storyId}/jobs": [],
  "GET /api/stories/{storyId}/stale-panels": [],
  "GET /api/likes/stories/{storyId}": { data: { likeCount: 0, isLikedByUser: false } },
  "POST /api/ai/scene-suggestions": { suggestions: [], isNewStory: story.scenes.length === 0 },
});

/** Renders the workspace of Ada's story; a test adds answers to further calls. */
export async function renderWorkspace(story: Story, answers: Parameters<typeof server>[0] = {}) {
  const api = server({ ...workspaceAnswers(story), ...answers });
  const workspace = <Workspace initial={story} otherPainter={null} />;
  const at = `/story/${story._id}`;
  const { user } = await render(workspace, {
    viewer: testUser(),
    at,
    params: { storyId: story._id },
  });
  await screen.findByRole("heading", { name: story.title });
  return { api, user };
}
