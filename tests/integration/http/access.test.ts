import { describe, expect, it } from "vitest";
import { manifest } from "@/app/api/manifest";
import { hashPassword } from "@/lib/platform/auth/password";
import { db } from "@/lib/platform/db";
import { declaredCalls } from "@/lib/platform/http/openapi";
import type { Method } from "@/lib/platform/http/route";
import { isFullRun } from "@/tests/support/full-run";
import { accessMatrix } from "./access/access-matrix";
import { jobCalls } from "./access/generation";
import { type Access, type Policy, password, type Subject } from "./access/subject";
import {
  type Answer,
  call,
  entityData,
  makeStory,
  media,
  type Person,
  person,
  snapshot,
  unknownId,
} from "./harness";

const roles = ["anonymous", "other", "owner", "administrator"] as const;
type Role = (typeof roles)[number];
const statuses = ["published", "draft"] as const;
type Status = (typeof statuses)[number];

/** The answer to a role: true for success, else the refusal's status. */
const expected: Record<Policy, (role: Role, status: Status) => true | number> = {
  open: () => true,
  administrator: (role) => (role === "administrator" ? true : 404),
  account: (role) => (role === "anonymous" ? 401 : true),
  owner: (role) => (role === "anonymous" ? 401 : role === "owner" ? true : 404),
  read: (role, status) =>
    status === "published" || role === "owner" || role === "administrator" ? true : 404,
  edit: (role, status) => {
    if (role === "anonymous") return 401;
    return role === "other" ? (status === "published" ? 403 : 404) : true;
  },
  like: (role, status) => {
    if (role === "anonymous") return 401;
    return role === "other" && status === "draft" ? 404 : true;
  },
  remix: (role, status) => {
    if (role === "anonymous") return 401;
    return status === "published" || role === "owner" ? true : 404;
  },
};
let made = 0;

const passwordHash = await hashPassword(password);

async function setUp(role: Role, status: Status): Promise<Subject> {
  made += 1;
  const owner = await person("owner", { passwordHash });
  const story = await makeStory({ author: owner, status });
  const scene = story.scenes[0];
  const job = await db.job.create({
    data: {
      kind: "panel_image",
      status: "processing",
      ownerId: owner.id,
      storyId: story.story.id,
      sceneId: scene?.id,
      input: { prompt: "Mara on a spiral staircase" },
    },
  });
  const video = await db.job.create({
    data: { kind: "video", ownerId: owner.id, storyId: story.story.id, input: {} },
  });
  const { id: mediaId, url } = await media();
  const panelId = scene?.panels[0]?.id ?? "";
  const { id } = await db.take.create({
    data: { panelId, kind: "image", source: "edited", mediaId },
  });
  const take = { id, url };
  const on = { kind: "story", storyId: story.story.id, authorId: owner.id };
  const { id: decisionId } = await db.decision.create({
    data: { ...on, action: "mature", reason: "It is for adults." },
  });
  const { id: entryId } = await db.libraryEntry.create({
    data: { ownerId: owner.id, kind: "character", ...entityData("Mara") },
  });
  await db.character.update({ where: { id: story.mara.id }, data: { libraryId: entryId } });
  await db.story.update({
    where: { id: story.story.id },
    data: { rating: "mature", ratingBefore: "everyone" },
  });
  await db.user.create({
    data: { username: `login-${made}`, email: `login-${made}@comics.test`, passwordHash },
  });
  const asked: Record<Role, () => Promise<Person | null>> = {
    anonymous: async () => null,
    other: () => person("other", { passwordHash }),
    owner: async () => owner,
    administrator: () => person("administrator", { isAdministrator: true, passwordHash }),
  };
  return {
    id: String(made),
    made: story,
    jobId: job.id,
    videoJobId: video.id,
    take,
    decisionId,
    entryId,
    owner,
    role: await asked[role](),
  };
}

const kept = new Map<string, Promise<Subject>>();

/** Tests share a subject, as to make one takes longest. */
async function subjectOf(role: Role, status: Status): Promise<Subject> {
  const key = `${role} ${status}`;
  const subject = kept.get(key) ?? setUp(role, status);
  kept.set(key, subject);
  await db.rateLimit.deleteMany();
  return subject;
}

/** Takes back what a call has changed: its subject serves other tests. */
async function rolledBack(work: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer | undefined;
  const end = new Error("The transaction ends here.");
  await db
    .$transaction(async () => {
      answer = await work();
      throw end;
    })
    .catch((error: unknown) => {
      if (error !== end) throw error;
    });
  if (!answer) throw new Error("There is no answer.");
  return answer;
}

const send = (name: string, subject: Subject, access: Access, unknown = false): Promise<Answer> => {
  const [method, path] = name.split(" ") as [Method, string];
  const other = unknown ? access.unknown?.(subject) : undefined;
  return call(method, path, {
    as: subject.role,
    params: other?.params ?? access.params?.(subject),
    body: other?.body ?? access.body?.(subject),
  });
};

describe("S1 who may make which call", () => {
  it("S1 has an entry for every call of the manifest and for no other", () => {
    const calls = declaredCalls(manifest).map(({ method, path }) => `${method} ${path}`);
    expect([...Object.keys(accessMatrix), ...Object.keys(jobCalls)].sort()).toEqual(calls.sort());
  });

  it("S1 agrees with the declarations of the routes", () => {
    for (const { method, path, declaration } of declaredCalls(manifest)) {
      const policy = accessMatrix[`${method} ${path}`]?.policy;
      if (!policy) continue;
      const needsSignIn = !["open", "read", "administrator"].includes(policy);
      expect(declaration.auth === "user", `${method} ${path}`).toBe(needsSignIn);
    }
  });

  describe.each(Object.entries(accessMatrix))("S1 %s", (name, access) => {
    const isAboutStory = !["open", "account", "administrator", "owner"].includes(access.policy);
    const outcomeOf = expected[access.policy];
    // Drafts where they make a difference; in the full run all.
    const isTold = (role: Role, status: Status) =>
      status === "published" ||
      (isAboutStory && (isFullRun || outcomeOf(role, status) !== outcomeOf(role, "published")));
    const rows = statuses.flatMap((status) =>
      roles
        .filter((role) => isTold(role, status))
        .map((role) => ({ role, status, outcome: outcomeOf(role, status) })),
    );

    it.each(rows)("S1 $role, $status story: $outcome", async ({ role, status, outcome }) => {
      const subject = await subjectOf(role, status);
      if (outcome === true) {
        const ask = () => send(name, subject, access);
        const answer = await (name.startsWith("GET ") ? ask() : rolledBack(ask));
        expect(answer.status, answer.text).toBe(access.success);
        return;
      }
      const before = await snapshot();
      const answer = await send(name, subject, access);
      expect(answer.status, answer.text).toBe(outcome);
      expect(await snapshot()).toEqual(before);
      expect(answer.body.success).toBe(false);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      if (outcome === 404) {
        const unknown = await send(name, subject, access, true);
        expect(unknown.status).toBe(404);
        expect(answer.text).toBe(unknown.text);
      }
    });
  });

  const reads = Object.entries(jobCalls).flatMap(([name, idOf]) =>
    roles.map((role) => ({ name, role, idOf })),
  );
  it.each(reads)(
    "S1 a job is read by its owner and the administrator alone: $name, $role",
    async ({ name, role, idOf }) => {
      const subject = await subjectOf(role, "published");
      const path = name.replace("GET ", "");
      const read = (jobId: string) => call("GET", path, { as: subject.role, params: { jobId } });
      const answer = await read(idOf(subject));
      const outcome = { anonymous: 401, other: 404, owner: 200, administrator: 200 }[role];
      expect(answer.status, answer.text).toBe(outcome);
      if (outcome === 404) expect(answer.text).toBe((await read(unknownId)).text);
    },
  );
});
