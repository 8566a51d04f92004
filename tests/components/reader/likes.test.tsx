import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { LikeButton } from "@/components/reader/social/like-button";
import { storyId, testUser } from "../support/builders";
import { advanceTime, fakeTime, render } from "../support/render";
import { defer, failWith, server } from "../support/server";

const likes = "GET /api/likes/stories/{storyId}";
const press = "POST /api/likes/stories/{storyId}";

/** The like buttons at the head and at the end of a story that Ada reads. */
async function reading() {
  fakeTime();
  const api = server({ [likes]: { data: { likeCount: 3, isLikedByUser: false, scenes: [] } } });
  const likeButtons = (
    <>
      <LikeButton storyId={storyId} count={0} />
      <LikeButton storyId={storyId} count={0} label="Show your love" />
    </>
  );
  const { user } = await render(likeButtons, { viewer: testUser(), at: `/story/${storyId}/read` });
  await screen.findByRole("button", { name: "Like: 3 likes", pressed: false });
  return { api, user };
}

/** The first like button, pressed, with this count. */
const given = (name: string) => screen.findByRole("button", { name, pressed: true });

describe("a like", () => {
  it("counts at once, on both like buttons of the story, and settles on the server's count", async () => {
    const { api, user } = await reading();
    const truth = defer({ data: { likeCount: 1200, isLikedByUser: true } });
    api.answer({ [press]: truth.answer });
    await user.click(screen.getByRole("button", { name: "Like: 3 likes", pressed: false }));
    await given("Like: 4 likes");
    await given("Show your love 4");
    await truth.release();
    await given("Like: 1.2K likes");
    expect(api.calls(likes)).toHaveLength(1);
  });

  it("is rolled back where the server refuses it, with the server's message", async () => {
    const { api, user } = await reading();
    const refusal = defer(failWith("unavailable", "The likes are resting."));
    api.answer({ [press]: refusal.answer });
    await user.click(screen.getByRole("button", { name: "Like: 3 likes" }));
    await given("Like: 4 likes");
    await refusal.release();
    await screen.findByText("The likes are resting.");
    await screen.findByRole("button", { name: "Like: 3 likes", pressed: false });
    // A message leaves after four seconds.
    await advanceTime(5_000);
    expect(screen.queryByText("The likes are resting.")).toBeNull();
  });
});
