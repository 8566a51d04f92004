import { expect, it } from "vitest";
import { coverPosition } from "@/lib/stories/cover-position";

const wide = { width: 600, height: 400 };
const face = (x: number, y: number, size = 0.1) => ({ x, y, width: size, height: size });

it.each([
  ["no face is known", wide, [], "50% 20%"],
  ["the picture has no size", { width: null, height: null }, [face(0.8, 0.1)], "50% 20%"],
  ["it has the format of what is seen", { width: 360, height: 400 }, [face(0.8, 0.1)], "50% 50%"],
  ["the title's strip takes its foot", { width: 300, height: 400 }, [face(0.8, 0.1)], "50% 0%"],
  ["a small face lies low in it", { width: 300, height: 400 }, [face(0.4, 0.7)], "50% 100%"],
  ["a face is in the middle", wide, [face(0.45, 0.2)], "50% 50%"],
  ["a face is at the right edge", wide, [face(0.9, 0.2)], "100% 50%"],
  ["a face is left of the middle", wide, [face(0.3, 0.2)], "12% 50%"],
  ["two faces fit", wide, [face(0.2, 0.2), face(0.5, 0.2)], "25% 50%"],
  ["they do not fit: the larger one", wide, [face(0, 0.2), face(0.7, 0.2, 0.2)], "100% 50%"],
  ["it is too high", { width: 300, height: 800 }, [face(0.4, 0.05)], "50% 0%"],
])("where %s", (_, size, faces, position) => {
  expect(coverPosition(size, faces)).toBe(position);
});
