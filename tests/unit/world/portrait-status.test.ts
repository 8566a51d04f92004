import { describe, expect, it } from "vitest";
import { isAwaitingPortrait } from "@/lib/world/entities";

const born = Date.UTC(2026, 10, 21, 12);
const entity = (primaryImageUrl: string | null) => ({
  createdAt: new Date(born).toISOString(),
  primaryImageUrl,
});

describe("a character or location whose first picture is still to come", () => {
  it("is shown as being drawn for less than 180000 ms", () => {
    expect(isAwaitingPortrait(entity(null), born)).toBe(true);
    expect(isAwaitingPortrait(entity(null), born + 179_999)).toBe(true);
    expect(isAwaitingPortrait(entity(null), born + 180_000)).toBe(false);
  });

  it("is shown with its picture as soon as it has one", () => {
    expect(isAwaitingPortrait(entity("/media/a.webp"), born + 1)).toBe(false);
  });

  it("is still new where the clock of the browser is behind", () => {
    expect(isAwaitingPortrait(entity(null), born - 60_000)).toBe(true);
  });
});
