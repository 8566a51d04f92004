import sharp from "sharp";
import { afterAll, beforeEach, expect, it } from "vitest";
import { picturesOf } from "./published-schema";
import { startReplicateServer } from "./server";
import { errorSummary, painterAt, request, token } from "./support";

const server = await startReplicateServer({ token, takes: 5 });
const references = await Promise.all(["Mara", "Odile", "Jun"].map(noisyFace));
afterAll(() => server.close());
beforeEach(() => server.forget());

/** Noise, which JPEG hardly makes smaller: nearly half a megabyte in base64. */
async function noisyFace(name: string) {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const create = { width: 860, height: 860, channels: 3 as const, background: "#888", noise };
  const bytes = await sharp({ create }).jpeg().toBuffer();
  return { role: "face" as const, name, label: "", mediaId: name, bytes };
}

const uploads = () => server.calls.filter(({ kind }) => kind === "upload").length;
const kindsOf = (at: number) =>
  picturesOf(server.predictions[at]?.input ?? {}).map((picture) =>
    picture.startsWith("data:") ? "inline" : "file",
  );

it("large portraits go as files, which the panels of a scene share", async () => {
  const painter = painterAt(server);
  await painter.make({ ...request, references });
  await painter.make({ ...request, references, attemptId: "job:2" });
  expect(server.violations).toEqual([]);
  expect([kindsOf(0), kindsOf(1)]).toEqual([
    ["inline", "inline", "file"],
    ["inline", "inline", "file"],
  ]);
  expect(uploads()).toBe(1);
});

it("an upload that fails orders nothing, and is tried again with the attempt after it", async () => {
  server.next("upload", { status: 500 });
  const painter = painterAt(server);
  expect(await errorSummary(painter.make({ ...request, references }))).toEqual({
    code: "ai_unavailable",
    retryability: "anew",
  });
  expect(server.predictions).toHaveLength(0);
  expect(await errorSummary(painter.make({ ...request, references }))).toBe("done");
});
