import type { KeyboardEvent } from "react";
import { describe, expect, it } from "vitest";
import { isComposing } from "@/components/ui/utils/ime";

const key = (nativeEvent: { isComposing: boolean; keyCode: number }) =>
  ({ nativeEvent }) as unknown as KeyboardEvent;

describe("Enter during IME composition", () => {
  it("is ignored, even where Safari reports the end of the composition", () => {
    expect(isComposing(key({ isComposing: true, keyCode: 229 }))).toBe(true);
    expect(isComposing(key({ isComposing: false, keyCode: 229 }))).toBe(true);
    expect(isComposing(key({ isComposing: false, keyCode: 13 }))).toBe(false);
  });
});
