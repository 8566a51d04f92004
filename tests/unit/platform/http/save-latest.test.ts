import { expect, it, vi } from "vitest";
import { ApiError } from "@/lib/platform/http/api-error";
import { changesUnlessStale, saveLatest } from "@/lib/platform/http/save-latest";
import { z } from "@/lib/platform/zod";

const row = z.object({ version: z.number(), title: z.string(), tags: z.array(z.string()) });
type Row = z.infer<typeof row>;
const seen: Row = { version: 1, title: "As seen", tags: ["sea"] };
const refuse = (data: unknown) => new ApiError("Changed.", 409, "stale_version", [], { data });

/** Saves a title where the server has these versions, one after the other. */
function save(...newer: Row[]) {
  const kept: Row[] = [];
  const send = vi.fn(async (changes: { title: string; version: number }): Promise<Row> => {
    const next = newer.shift();
    if (next) throw refuse(next);
    return { ...seen, ...changes, version: changes.version + 1 };
  });
  const saved = saveLatest(seen, {
    schema: row,
    send,
    keep: (one: Row) => kept.push(one),
    changesFor: changesUnlessStale(seen, { title: "Mine" }),
  });
  return { saved, send, kept };
}

it("saves against the version that the author saw", async () => {
  const { saved, send } = save();
  expect(await saved).toMatchObject({ title: "Mine", version: 2 });
  expect(send).toHaveBeenCalledExactlyOnceWith({ title: "Mine", version: 1 });
});

it("saves onto a newer version that changed something else, twice if need be", async () => {
  const second = { ...seen, version: 2, tags: ["sea", "fog"] };
  const third = { ...second, version: 3, tags: [] };
  const { saved, send, kept } = save(second, third);
  expect(await saved).toMatchObject({ version: 4 });
  expect(send).toHaveBeenLastCalledWith({ title: "Mine", version: 3 });
  expect(kept).toEqual([second, third]);
});

it("R15 refuses a version that changed the same, and keeps it", async () => {
  const theirs = { ...seen, version: 2, title: "Theirs" };
  const { saved, send, kept } = save(theirs);
  await expect(saved).rejects.toMatchObject({ code: "stale_version", message: "Changed." });
  expect(send).toHaveBeenCalledOnce();
  expect(kept).toEqual([theirs]);
});

it("gives a row up that changes with each attempt", async () => {
  const { saved, send } = save(...[2, 3, 4].map((version) => ({ ...seen, version })));
  await expect(saved).rejects.toMatchObject({ code: "stale_version" });
  expect(send).toHaveBeenCalledTimes(3);
});

it("passes every other failure on", async () => {
  const keep = vi.fn();
  for (const error of [new ApiError("Gone.", 404, "not_found"), refuse({ version: "none" })]) {
    const send = () => Promise.reject(error);
    const options = { schema: row, changesFor: () => ({}), send, keep };
    await expect(saveLatest(seen, options)).rejects.toBe(error);
  }
  expect(keep).not.toHaveBeenCalled();
});
