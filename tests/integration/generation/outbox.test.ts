import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { inngest } from "@/lib/platform/jobs/client";
import { startOutboxSweep, sweepOutbox } from "@/lib/platform/jobs/outbox-service";
import { generateScene } from "./start";
import { makeAuthor, makeStory, provide, scriptOf, TestPainter, TestWriter } from "./support";

/** Takes events as Inngest's event API does; can be made to refuse. */
class EventReceiver {
  readonly received: { id: string; name: string; data: unknown }[] = [];
  refuses: (name: string) => boolean = () => false;
  private readonly server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const events = JSON.parse(Buffer.concat(chunks).toString());
    const bad = events.some((event: { name: string }) => this.refuses(event.name));
    if (!bad) this.received.push(...events);
    response.writeHead(bad ? 400 : 200, { "content-type": "application/json" });
    const ids = events.map((event: { id: string }) => event.id);
    response.end(JSON.stringify(bad ? { error: "refused", status: 400 } : { ids, status: 200 }));
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  }
  close = () => this.server.close();
}

const receiver = new EventReceiver();

beforeAll(async () => {
  // The client reads its environment when it is made, which was before this file's turn.
  inngest.setEnvVars({
    ...process.env,
    INNGEST_BASE_URL: await receiver.listen(),
    INNGEST_EVENT_KEY: "test-key",
    INNGEST_SIGNING_KEY: `signkey-test-${"ab".repeat(16)}`,
  });
});
afterAll(receiver.close);

async function request(prompt: string) {
  const author = await makeAuthor();
  const story = await makeStory(author);
  provide(new TestWriter([scriptOf(1)]), new TestPainter());
  return generateScene(author.viewer, { storyId: story.id, prompt }, null);
}

const row = (id: string) => db.outboxEvent.findUniqueOrThrow({ where: { id } });

describe("the outbox", () => {
  it("sends right after the commit, with the event's own id", async () => {
    const { jobId } = await request("Mara opens the door in the sea.");
    expect(receiver.received.filter(({ id }) => id === jobId)).toMatchObject([
      { name: "scene/requested", data: { jobId } },
    ]);
    expect((await row(jobId)).sentAt).not.toBeNull();
    // R19: whose it was is forgotten here.
    expect((await row(jobId)).data).toEqual({});
  });

  it("R2 sends the events of a process that died between commit and sending", async () => {
    const { jobId } = await request("Mara closes the door in the sea.");
    receiver.received.length = 0;
    // The state in which such a process leaves the row.
    await db.outboxEvent.update({ where: { id: jobId }, data: { sentAt: null } });
    const stop = startOutboxSweep();
    await expect.poll(() => receiver.received.map(({ id }) => id)).toContain(jobId);
    stop();
    await expect.poll(async () => (await row(jobId)).sentAt).not.toBeNull();
  });

  it("keeps an event that the engine refuses, sends the others, and retries it", async () => {
    const { jobId } = await request("Mara paints the door in the sea.");
    receiver.received.length = 0;
    await db.outboxEvent.update({ where: { id: jobId }, data: { sentAt: null } });
    await db.outboxEvent.create({ data: { id: "poison", name: "poison/one", data: {} } });
    receiver.refuses = (name) => name === "poison/one";
    expect(await sweepOutbox(0)).toEqual({ sent: 1, failed: 1 });
    expect((await row(jobId)).sentAt).not.toBeNull();
    expect(await row("poison")).toMatchObject({ sentAt: null, attempts: 1 });
    expect((await row("poison")).lastError).toBeTruthy();
    receiver.refuses = () => false;
    expect(await sweepOutbox(0)).toEqual({ sent: 1, failed: 0 });
  });
});
