import { expect, it } from "vitest";
import { pictureSize } from "@/lib/generation/schema";

it("a picture has the size of its aspect ratio", () => {
  expect(pictureSize["3:4"]).toEqual({ width: 768, height: 1024 });
  expect(pictureSize["3:2"]).toEqual({ width: 1024, height: 683 });
  expect(pictureSize.square).toEqual({ width: 1024, height: 1024 });
});
