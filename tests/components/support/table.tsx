import { screen } from "@testing-library/react";
import { Workspace } from "@/components/studio/workspace";
import type { Story } from "@/lib/stories/schema";
import { freeCosts, testUser } from "./builders";
import { render } from "./render";
import { server } from "./server";

/** Ada at the drawing table of her story; a test adds what else she calls. */
export async function atTable(story: Story) {
  const api = server({
    "GET /api/stories/{storyId}": story,
    "GET /api/stories/{storyId}/costs": freeCosts,
    "GET /api/likes/stories/{storyId}": { data: { likeCount: 0, isLikedByUser: false } },
    "POST /api/ai/scene-suggestions": { suggestions: [], isNewStory: story.scenes.length === 0 },
  });
  const table = <Workspace initial={story} otherPainter={null} />;
  const at = `/story/${story._id}`;
  const { user } = await render(table, { viewer: testUser(), at, params: { storyId: story._id } });
  await screen.findByRole("heading", { name: story.title });
  return { api, user };
}
