import { expect, it } from "vitest";
import { formatCount } from "@/lib/stories/format-count";

it.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1.0K"],
  [1_234, "1.2K"],
  [999_949, "999.9K"],
  [999_950, "1.0M"],
  [1_000_000, "1.0M"],
  [3_450_000, "3.5M"],
])("%d likes or remixes are %s: exact below 1000, then K, then M", (count, text) => {
  expect(formatCount(count)).toBe(text);
});
