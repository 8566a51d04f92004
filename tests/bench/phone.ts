/**
 * `npm run bench -- phone [<rounds>]`: Lighthouse's own command line on a simulated phone: reading
 * page of the first story, home, profile, search and sign-in, and in each round a bare page of the
 * same version of Next with 24 client buttons. Its scores follow the speed and load of the machine,
 * so only what stands beside the bare page says something of ours. Exits with 1 below the bar.
 */
import { ensureDemoContent } from "../../scripts/launcher/demo-content.ts";
import { buildBareSite } from "./support/bare-site.ts";
import { type Category, type Visit, visitOnPhone } from "./support/lighthouse.ts";
import { type Cleanups, median, prepare, type Row, report, startInstance } from "./support/site.ts";

/**
 * Bars of performance.md: points, or at most so many below the bare page; blocked time in times of
 * the bare page's; largest paint in milliseconds.
 */
const bars = { performance: 90, below: 4, blocked: 1.5, paint: 2_800, shift: 0.02, rest: 100 };

export const main = () =>
  report(async (folder, cleanups) => {
    const rounds = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 5);
    const addresses = await startBoth(folder, cleanups);
    const visits: Record<string, Visit[]> = {};
    for (let round = 1; round <= rounds; round += 1) {
      for (const [name, address] of Object.entries(addresses)) {
        const visit = await visitOnPhone(address);
        visits[name] = [...(visits[name] ?? []), visit];
        console.log(`round ${round}, ${name}: ${textOf(visit)}`);
      }
    }
    const { bare = [], ...ours } = visits;
    return Object.entries(ours).flatMap(([name, visits]) => judge(name, visits, bare));
  });

/** The addresses of the bare page and ours, each asked for once. */
async function startBoth(folder: string, cleanups: Cleanups): Promise<Record<string, string>> {
  const env = await prepare(folder, cleanups);
  await ensureDemoContent(env.DATABASE_URL ?? "", env as { DATA_DIR: string });
  await prepareSizes(cleanups);
  const { base } = await startInstance({ ...env, COMPRESS: "true" }, cleanups);
  const reply = await fetch(`${base}/api/stories?limit=1`);
  const { data } = (await reply.json()) as {
    data: { stories: { _id: string; userId: { username: string } }[] };
  };
  const [story] = data.stories;
  if (!story) throw new Error("There is no story to read.");
  const ours = {
    reading: `${base}/story/${story._id}/read`,
    home: `${base}/`,
    profile: `${base}/user/${story.userId.username}`,
    search: `${base}/search?q=the`,
    "sign-in": `${base}/login`,
  };
  for (const address of Object.values(ours)) await fetch(address).then((answer) => answer.text());
  const bare = await startInstance({}, cleanups, { cwd: buildBareSite(cleanups) });
  return { bare: `${bare.base}/`, ...ours };
}

/** The smaller encodings, which the engine makes where one runs. */
export async function prepareSizes(cleanups: Cleanups): Promise<void> {
  const { db } = await import("../../lib/platform/db.ts");
  const { prepareVariants } = await import("../../lib/media/service.ts");
  cleanups.push(() => db.$disconnect());
  for (const { id } of await db.mediaObject.findMany({ select: { id: true } }))
    await prepareVariants(id);
}

const textOf = ({ scores, blocked, paint, shift }: Visit) =>
  `performance ${scores.performance}, blocked ${blocked.toFixed(0)} ms, largest paint ${paint.toFixed(0)} ms, shift ${shift.toFixed(3)}`;

function judge(name: string, visits: readonly Visit[], bare: readonly Visit[]): Row[] {
  const figure = (read: (visit: Visit) => number, of = visits) => median(of.map(read));
  const performance = figure(({ scores }) => scores.performance);
  const least = figure(({ scores }) => scores.performance, bare) - bars.below;
  const blocked = figure((visit) => visit.blocked);
  const bareBlocked = figure((visit) => visit.blocked, bare);
  const paint = figure((visit) => visit.paint);
  const shift = figure((visit) => visit.shift);
  const rest = (["accessibility", "best-practices", "seo"] satisfies Category[]).map(
    (category): Row => {
      const score = figure(({ scores }) => scores[category]);
      const wanting = [...new Set(visits.flatMap((visit) => visit.wanting[category]))];
      // Sign-in and results of a search are kept from search engines on purpose.
      const isMeant = category === "seo" && wanting.join() === "is-crawlable";
      return [
        `${name}: ${category}`,
        `${score}; bar ${bars.rest}${wanting.length > 0 ? ` (${wanting.join(", ")})` : ""}`,
        score >= bars.rest || isMeant,
      ];
    },
  );
  return [
    [
      `${name}: performance`,
      `${performance}; bar ${bars.performance}, or ${least}, ${bars.below} below the bare page`,
      performance >= bars.performance || performance >= least,
    ],
    [
      `${name}: blocked time beside the bare page`,
      `${(blocked / bareBlocked).toFixed(2)} × (${blocked.toFixed(0)} and ${bareBlocked.toFixed(0)} ms); bar ${bars.blocked} ×`,
      blocked <= bars.blocked * bareBlocked,
    ],
    [`${name}: largest paint`, `${paint.toFixed(0)} ms; bar ${bars.paint} ms`, paint <= bars.paint],
    [`${name}: shift of the layout`, `${shift.toFixed(4)}; bar ${bars.shift}`, shift <= bars.shift],
    ...rest,
  ];
}
