import { beforeEach, describe, expect, it } from "vitest";
import { writeScene } from "@/lib/generation/writing-service";
import { db } from "@/lib/platform/db";
import { start } from "./start";
import {
  forgetEvents,
  makeAuthor,
  playEvents,
  provide,
  scriptOf,
  TestPainter,
  TestWriter,
} from "./support";

beforeEach(forgetEvents);

describe("references", () => {
  it("carry the portraits of those in the frame, in order, at most as many as the painter takes", async () => {
    const author = await makeAuthor();
    const painter = new TestPainter(undefined, 2);
    provide(
      new TestWriter([
        scriptOf(1, {
          panels: [
            {
              shot: "wide",
              characters: ["Old Tom", "Mara"],
              location: "North Pier",
              imagePrompt: "Both of them on the pier at dusk",
              altText: "Both of them.",
              lines: [],
            },
          ],
        }),
      ]),
      painter,
    );
    const { jobId } = await start(author, 1);
    await writeScene(jobId);
    // Portraits first, as the panel's function waits for them.
    const events = await db.outboxEvent.findMany({ where: { name: "portrait/requested" } });
    await db.outboxEvent.updateMany({
      where: { id: { in: events.map(({ id }) => id) } },
      data: { createdAt: new Date(0) },
    });
    await playEvents();
    const [request] = painter.panels;
    expect(request?.figures.map(({ name, portrait }) => [name, Boolean(portrait)])).toEqual([
      ["Old Tom", true],
      ["Mara", true],
    ]);
    expect(request?.location).toMatchObject({ name: "North Pier" });
    expect(request?.location?.portrait).toBeUndefined();
    expect(request?.prompt).toContain("image 1 shows Old Tom, image 2 shows Mara");
  });
});
