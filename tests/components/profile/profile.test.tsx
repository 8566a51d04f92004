import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ProfileView } from "@/components/profile/profile-view";
import { expectAccessible } from "../support/accessibility";
import { aProfile, aStoryPage, testCard, testId, testUser } from "../support/builders";
import { render } from "../support/render";
import { failWith, server } from "../support/server";

const list = "GET /api/stories";
const draft = (title: string, last = "21") =>
  testCard({ _id: testId(last), title, status: "draft" });
const profile = aProfile({ stories: [] });
const none = "Ada hasn't created any stories yet.";
const text = () => document.body.textContent;

const page = <ProfileView profile={{ ...profile, readAt: 0 }} />;

/** Ada's page without a published story, and her drafts, which only she gets. */
async function atProfile(viewer = testUser(), own = [draft("The First Draft")]) {
  const api = server({ [list]: aStoryPage(own), "GET /api/users/{username}": profile });
  return { api, ...(await render(page, { viewer, at: "/user/ada" })) };
}
const drafts = async () => within(await screen.findByRole("region", { name: "Your drafts" }));

describe("a profile with drafts alone", () => {
  it("does not tell its owner that nothing was created", async () => {
    await atProfile();
    (await drafts()).getByRole("link", { name: /The First Draft/ });
    screen.getByText("Nothing published yet.");
    expect(text()).not.toContain(none);
    await expectAccessible();
    // No author reports themselves.
    screen.getByRole("link", { name: "Edit profile" });
    expect(screen.queryByRole("link", { name: "Report" })).toBeNull();
  });

  it("tells another reader that nothing was created", async () => {
    const { api } = await atProfile(testUser({ _id: testId("77"), username: "mara" }));
    await waitFor(() => expect(text()).toContain(none));
    expect(screen.queryByText("The First Draft")).toBeNull();
    expect(api.calls(list)).toEqual([]);
  });

  it("says only that they could not be loaded, where that is so", async () => {
    server({ [list]: failWith("forbidden", "Not now."), "GET /api/users/{username}": profile });
    await render(page, { viewer: testUser(), at: "/user/ada" });
    await (await drafts()).findByText("Your drafts could not be loaded.");
    expect(text()).not.toContain(none);
  });

  it("tells an owner without a draft the same", async () => {
    await atProfile(testUser(), []);
    await waitFor(() => expect(text()).toContain(none));
  });
});

it("drafts whose refresh failed are loaded once more", async () => {
  const { api, unmount } = await atProfile();
  (await drafts()).getByRole("link", { name: /The First Draft/ });
  unmount();
  api.answer({ [list]: failWith("forbidden", "Not now.") });
  const { user } = await render(page, { viewer: testUser(), at: "/user/ada" });
  const shown = await drafts();
  await shown.findByText("Your drafts could not be loaded.");
  api.answer({ [list]: aStoryPage([draft("The Second Draft", "22")]) });
  await user.click(shown.getByRole("button", { name: "Try Again" }));
  await shown.findByRole("link", { name: /The Second Draft/ });
  await waitFor(() => expect(shown.queryByText("Your drafts could not be loaded.")).toBeNull());
});

it("a profile is shared by its address, and its covers do not all say 'Published'", async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
  const { user } = await render(
    <ProfileView profile={{ ...aProfile({ stories: [testCard()] }), readAt: Date.now() }} />,
    { at: "/user/ada" },
  );
  await user.click(screen.getByRole("button", { name: "Share" }));
  expect(share).toHaveBeenCalledWith({ title: "Ada", url: expect.stringMatching(/\/user\/ada$/) });
  expect(within(screen.getByRole("article")).getByText("Published").className).toContain("sr-only");
  vi.unstubAllGlobals();
});
