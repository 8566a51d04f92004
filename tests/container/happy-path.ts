import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import sharp from "sharp";
import type { S3Server } from "../protocol/storage/s3-server.ts";

type Reply = Record<string, unknown>;

/** The main job through HTTP alone: an account, a story, a scene, pictures, a reader. */
export async function runHappyPath(
  base: string,
  databaseUrl: string,
  store: S3Server,
): Promise<{ seen: string[]; faults: string[] }> {
  const seen: string[] = [];
  const faults: string[] = [];
  const watch = await watchConnections(databaseUrl);
  const name = `image${Date.now()}`;
  let token = "";
  const call = async (method: string, path: string, body?: unknown, expected = 200) => {
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(20_000),
    });
    const answer = (await response.json()) as Reply;
    if (response.status !== expected) {
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    }
    return answer;
  };
  const dataOf = (answer: Reply) => answer.data as Reply;

  const health = await fetch(`${base}/api/health`);
  if (health.status !== 200) faults.push(`/api/health answers ${health.status}`);

  const account = await call(
    "POST",
    "/auth/register",
    { username: name, email: `${name}@image.example`, password: "A long enough passphrase 7" },
    201,
  );
  token = (account.token ?? dataOf(account).token) as string;
  const story = dataOf(
    await call(
      "POST",
      "/stories",
      { title: "The image", description: "A story that is told from a read-only disk." },
      201,
    ),
  ) as unknown as { _id: string };

  // As on a serverless host, where the browser polls instead.
  const live = await fetch(`${base}/api/stories/${story._id}/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (live.status !== 204) faults.push(`the live stream answers ${live.status}`);

  const begun = dataOf(
    await call(
      "POST",
      "/ai/generate-scene",
      {
        storyId: story._id,
        prompt: "Mara and Tom climb the lighthouse at night and find a door.",
        maxPanels: 3,
      },
      202,
    ),
  ) as unknown as { scene: { _id: string } };
  const panels = await untilDrawn(() => call("GET", `/ai/scene-status/${begun.scene._id}`));
  seen.push(`a scene of ${panels.length} panels is written and drawn`);

  for (const { imageUrl } of panels) {
    const ofStranger = await fetch(base + imageUrl);
    if (ofStranger.status !== 404) faults.push(`a draft's picture answers ${ofStranger.status}`);
    const picture = await fetch(base + imageUrl, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = (await picture.arrayBuffer()).byteLength;
    if (picture.status !== 200 || bytes < 1_000) faults.push(`${imageUrl}: ${picture.status}`);
    if (!store.objects.has(imageUrl.replace("/media/", ""))) faults.push("a picture is not stored");
  }

  await uploadDirectly(call);
  seen.push("a file over 4.5 MB goes straight to the bucket and is taken over");

  await call("PUT", `/stories/${story._id}`, { status: "published" });
  for (const page of [
    `/story/${story._id}/read`,
    "/",
    `/user/${name}`,
    `/story/${story._id}/read`,
  ]) {
    const response = await fetch(base + page);
    const html = await response.text();
    if (response.status !== 200 || !html.includes("The image")) {
      faults.push(`${page} answers ${response.status}`);
    }
  }
  for (const { imageUrl } of panels) {
    const { status } = await fetch(base + imageUrl);
    if (status !== 200) faults.push(`a published picture answers ${status}`);
  }
  const drawn = await fetch(`${base}/api/scenes/${begun.scene._id}/panels/1/render`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (drawn.status !== 200) faults.push(`render answers ${drawn.status}`);
  seen.push("it is published, read, lettered on the server and listed");

  const many = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      fetch(`${base}/api/stories?page=${(index % 3) + 1}`).then(({ status }) => status),
    ),
  );
  if (many.some((status) => status !== 200)) faults.push(`30 at once: ${many.join(" ")}`);
  await call("DELETE", `/stories/${story._id}`);
  const gone = await fetch(`${base}/story/${story._id}/read`);
  if (gone.status !== 404) faults.push(`a deleted story answers ${gone.status}`);
  const most = await watch.stop();
  if (most !== 1) faults.push(`${most} connections to the database were open at once`);
  seen.push("all of it over one connection to the database");
  return { seen, faults };
}

async function untilDrawn(look: () => Promise<Reply>): Promise<{ imageUrl: string }[]> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await pause(200)) {
    const { data } = (await look()) as {
      data: {
        isGenerating: boolean;
        hasError: boolean;
        hasPartialErrors: boolean;
        errorMessage: string | null;
        scene: { panels: { imageUrl: string }[] };
      };
    };
    if (data.hasError || data.hasPartialErrors) throw new Error(data.errorMessage ?? "failed");
    if (!data.isGenerating) return data.scene.panels;
  }
  throw new Error("The scene was not drawn within a minute.");
}

async function uploadDirectly(
  call: (method: string, path: string, body: unknown, status: number) => Promise<Reply>,
): Promise<void> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const large = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: "#fff", noise },
  })
    .png()
    .toBuffer();
  const ticket = await call(
    "POST",
    "/upload/ticket",
    { size: large.byteLength, mediaType: "image/png" },
    201,
  );
  const { direct } = ticket.data as {
    direct: { key: string; url: string; headers: Record<string, string> } | null;
  };
  if (!direct) throw new Error("No ticket was given for a large file.");
  const sent = await fetch(direct.url, {
    method: "PUT",
    headers: direct.headers,
    body: large as BodyInit,
  });
  if (sent.status !== 200) throw new Error(`The store answers ${sent.status} to the upload.`);
  await call("POST", "/upload/image", { key: direct.key, originalName: "a.png" }, 201);
}

/**
 * How many connections of the app were open at once at most. Those of upkeep, which begins by the
 * clock, have another name.
 */
async function watchConnections(databaseUrl: string): Promise<{ stop: () => Promise<number> }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  let most = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const { rows } = await client.query(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'inkwright-app'",
      );
      most = Math.max(most, rows[0].n);
      await pause(20);
    }
  })()
    // The database is stopped when something else went wrong before.
    .catch(() => {})
    .finally(() => client.end().catch(() => {}));
  client.on("error", () => {});
  return {
    stop: async () => {
      isOver = true;
      await looking;
      return most;
    },
  };
}
