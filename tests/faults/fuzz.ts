/**
 * `npm run faults -- fuzz [cases seed]`: each call of our own OpenAPI document gets so many
 * requests, most of them wrong in one place, and the server gets raw bytes that are no or rare
 * HTTP, and 125 times as many archives of stories. No answer may be a 5xx, a status or a form that
 * the document does not name, lead elsewhere, or fail to come; no other request waits for an
 * archive, and none takes memory for good; afterwards the site answers as before. Exits with 1
 * where it is not so. The same seed sends the same requests.
 */
import { prepare, type Row, report, startInstance } from "../bench/support/site.ts";
import { seed as seedStories } from "../bench/support/stories.ts";
import { readZip } from "../support/books/zip.ts";
import { type Document, fuzzCalls } from "./fuzz/calls.ts";
import { fuzzImports } from "./fuzz/imports.ts";
import { mutate, rare, sendRaw, unfinished } from "./fuzz/raw.ts";
import { randomOf } from "./fuzz/values.ts";

const [cases = 12, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

export const main = () =>
  report(async (folder, cleanups) => {
    const random = randomOf(seed);
    const env = await prepare(folder, cleanups);
    const { ids, token, likerTokens } = await seedStories(cleanups, 12, 200);
    const { db } = await import("../../lib/platform/db.ts");
    const scenes = await db.scene.findMany({ take: 12, include: { panels: true } });
    const app = await startInstance({ ...env, TRUSTED_PROXY_HOPS: "1" }, cleanups);
    // No engine runs here, which is what `ready` would say.
    const document = (await (await fetch(`${app.base}/api/openapi.json`)).json()) as Document;
    // Last what ends a session, and without what an engine would have to be there for.
    const {
      "/api/ready": _,
      "/api/auth/sessions": sessions = {},
      "/api/auth/logout": logout = {},
      "/api/auth/account": account = {},
      ...paths
    } = document.paths;
    document.paths = {
      ...paths,
      "/api/auth/sessions": sessions,
      "/api/auth/logout": logout,
      "/api/auth/account": account,
    };
    const target = {
      base: app.base,
      document,
      // Half of what is asked is asked by the author of the stories.
      tokens: [...likerTokens, ...likerTokens.map(() => token)],
      ids: [
        ...ids,
        ...scenes.flatMap(({ id, panels }) => [id, ...panels.map((panel) => panel.id)]),
      ],
      random,
    };
    const { requestBook } = await import("../../lib/books/service.ts");
    const { buildBook } = await import("../../lib/books/build-service.ts");
    const { authenticate } = await import("../../lib/platform/auth/authenticate.ts");
    const author = await authenticate(new Headers({ authorization: `Bearer ${token}` }));
    const [storyId = ""] = ids;
    await requestBook(author, storyId, { format: "archive" }, author?.id ?? "");
    const book = await db.book.findFirstOrThrow({ where: { storyId } });
    await buildBook(book.id);
    const exported = await fetch(`${app.base}/api/stories/${storyId}/books/archive`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const entries = [...readZip(Buffer.from(await exported.arrayBuffer()))].map(
      ([name, bytes]) => ({ name, bytes }),
    );
    const publicPictures = entries
      .filter(({ name }) => name.startsWith("media/"))
      .map(({ name, bytes }) => ({ bytes, extension: name.split(".")[1] ?? "" }));
    const base = { entries, publicPictures };
    const imports = await fuzzImports(
      { app, tokens: likerTokens, base, random },
      cleanups,
      cases * 125,
    );
    const calls = await fuzzCalls(target, cases);
    const byStatus = [...calls.statuses].sort(([a], [b]) => a - b);
    const kinds = Object.entries(
      Object.groupBy(calls.findings, ({ call, problem }) => `${call}: ${problem.slice(0, 160)}`),
    );
    for (const [kind, of = []] of kinds) console.log(`${of.length} × ${kind}\n    ${of[0]?.sent}`);
    const port = Number(new URL(app.base).port);
    const raw: string[] = [];
    const requests = [
      ...rare,
      ...Array.from({ length: cases * 25 }, (): [string, string] => ["mutated", mutate(random)]),
    ];
    for (const [what, bytes] of requests) {
      const { status, head, isSilent } = await sendRaw(port, bytes);
      const location = /\r\nlocation: ([^\r]*)/i.exec(head)?.[1] ?? "";
      const isElsewhere = /^(\w+:)?[\\/]{2}(?!localhost|127\.0\.0\.1)|^javascript/i.test(location);
      // A mutated response may be truncated; the others are complete.
      const isForgotten = isSilent && what !== "mutated" && what !== unfinished;
      if (status >= 500 || isElsewhere || isForgotten) {
        raw.push(`${what}: ${status} ${location} for ${JSON.stringify(bytes.slice(0, 300))}`);
      }
    }
    for (const problem of raw) console.log(problem);
    const health = await fetch(`${app.base}/api/health`);
    const rows: Row[] = [
      [
        `requests by the OpenAPI document, seed ${seed}`,
        `${calls.sent}: ${byStatus.map(([status, count]) => `${count} × ${status}`).join(", ")}; ${calls.findings.length} wrong answers of ${kinds.length} kinds; bar 0`,
        calls.findings.length === 0,
      ],
      ["raw requests", `${requests.length}; ${raw.length} wrong answers; bar 0`, raw.length === 0],
      ...imports,
      ["healthy afterwards", String(health.status), health.status === 200],
    ];
    return rows;
  });
