import { afterEach, describe, expect, it, vi } from "vitest";
import { currentRowOf } from "@/lib/platform/http/api-error";
import { updatePanel } from "@/lib/scenes/client";
import { panelDto } from "@/lib/scenes/schema";

const panel = {
  _id: "01234567-89ab-7cde-8f01-23456789abcd",
  panelNumber: 1,
  status: "completed",
  shot: "medium",
  hasImage: false,
  imagePrompt: "",
  altText: "",
  videoUrl: null,
  videoPrompt: "",
  imageGenerationError: null,
  textBubbles: [],
  version: 7,
  imageUrl: null,
  srcSet: "",
  width: null,
  height: null,
  placeholder: null,
};

const answer = (status: number, body: unknown) =>
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));

afterEach(() => vi.unstubAllGlobals());

describe("saving a panel from the browser", () => {
  it("R15 returns the current panel to a caller that saved an older one", async () => {
    answer(409, {
      success: false,
      error: { code: "stale_version" },
      message: "Changed.",
      data: panel,
    });
    const error = await updatePanel(panel._id, 1, { version: 6 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(currentRowOf(error, panelDto)).toEqual(panel);
  });

  it("returns no current panel in any other failure", async () => {
    answer(404, { success: false, error: { code: "not_found" }, message: "Gone.", data: panel });
    const error = await updatePanel(panel._id, 1, {}).catch((thrown: unknown) => thrown);
    expect(currentRowOf(error, panelDto)).toBeNull();
    expect(currentRowOf(new Error("other"), panelDto)).toBeNull();
  });

  it("refuses a response that is no panel", async () => {
    answer(200, { success: true, data: { ...panel, textBubbles: "none" } });
    await expect(updatePanel(panel._id, 1, {})).rejects.toThrow();
  });
});
