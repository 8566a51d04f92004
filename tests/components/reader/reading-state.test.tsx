import { act, renderHook, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, expect, it } from "vitest";
import { useReadingPosition } from "@/components/reader/progress/use-reading-position";
import { useReadingSettings } from "@/components/reader/use-reading-settings";
import { testId, testUser } from "../support/builders";
import { render } from "../support/render";
import { server } from "../support/server";

const counts = [
  { number: 1, panels: 3 },
  { number: 2, panels: 3 },
];
const story = { storyId: testId("11"), counts, shown: null };

function ReadOn() {
  const { savePosition } = useReadingPosition(story, 1);
  useEffect(() => savePosition({ scene: 2, panel: 1 }));
  return null;
}

beforeEach(() => localStorage.clear());

it("a mode whose code loads late keeps what the reader has set in the meantime", () => {
  const { result } = renderHook(() => useReadingSettings(true));
  const { change } = result.current;
  act(() => result.current.change({ width: 900 }));
  act(() => change({ mode: "page" }));
  expect(result.current.settings).toMatchObject({ width: 900, mode: "page" });
});

it("an account gets a position that was reached while the code of its reports loaded", async () => {
  const read = "GET /api/stories/{storyId}/progress";
  const write = "PUT /api/stories/{storyId}/progress";
  const api = server({ [read]: { progression: null }, [write]: null });
  const { unmount } = await render(<ReadOn />, { viewer: testUser() });
  await waitFor(() => expect(api.calls(read)).toHaveLength(1));
  unmount();
  await waitFor(() => expect(api.sent(write)).toMatchObject([{ scene: 2 }]));
});
