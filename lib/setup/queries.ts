import "server-only";
import { animator, comfyUi, painters, vision, writer } from "@/lib/ai";
import { retiredPortPrefix } from "@/lib/ai/retired-models";
import { requireAdministrator } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { listLoggedMails } from "@/lib/platform/mail/log-mailer";
import { redactSecrets } from "@/lib/platform/redact";
import { budgets } from "@/lib/spending/budget-service";
import { priceOf } from "@/lib/spending/prices";
import { spentSince } from "@/lib/spending/queries";
import { imageModels } from "@/lib/stories/schema";
import { configuredPorts } from "./ports";
import type { Port, PortState, Setup, Trial } from "./schema";

const processStart = new Date(Date.now() - performance.now());

interface EngineStatus {
  engine: string;
  since: Date;
  lastSuccessAt: Date | null;
  lastErrorAt: Date | null;
  lastError: string | null;
}

function stateOf(
  port: { isDemo?: boolean; isOff?: boolean },
  known: EngineStatus | undefined,
): PortState {
  if (port.isOff) return "off";
  const failed = known?.lastErrorAt?.getTime() ?? 0;
  const worked = known?.lastSuccessAt?.getTime() ?? 0;
  if (failed > worked) return "failing";
  if (port.isDemo) return "demo";
  return worked > 0 ? "working" : "unused";
}

/** The price models of all configured models, without duplicates; trials use every painter. */
function modelsInUse() {
  const pictures = painters().flatMap((one) => imageModels.map((model) => one.billed?.(model)));
  const others = [writer().billed?.(), animator().billed?.(), vision()?.billed?.()];
  const named = [...others, ...pictures]
    .filter((one) => one !== undefined)
    .map((one) => [`${one.provider}/${one.model}`, one] as const);
  return [...new Map(named)];
}

/** Milliseconds that a retired model is shown; a later attempt to use it records it again. */
const retiredShownMs = 7 * 86_400_000;

/** Recently retired models and their successors. */
const retiredModelsIn = (statuses: (EngineStatus & { port: string })[]): Setup["goneModels"] =>
  statuses
    .filter(({ port, lastErrorAt }) => {
      const age = Date.now() - (lastErrorAt?.getTime() ?? 0);
      return port.startsWith(retiredPortPrefix) && age < retiredShownMs;
    })
    .map(({ port, engine }) => ({
      model: port.slice(retiredPortPrefix.length),
      successor: engine === "none" ? null : engine,
    }));

const pictureTrials = ["picture", "edit", "mask", "reference"] as const;

const configuredTrials = (): Trial[] => [
  ...painters().flatMap(({ name: engine }) => pictureTrials.map((trial) => ({ engine, trial }))),
  { engine: writer().name, trial: "script" },
];

/** The state of every port, and the spending. @throws AppError `not_found` */
export async function getSetup(viewer: Viewer | null): Promise<Setup> {
  requireAdministrator(viewer);
  const [statuses, today, month] = await Promise.all([
    db.engineStatus.findMany(),
    spentSince("day"),
    spentSince("month"),
  ]);
  const ports = configuredPorts().map(({ key, isDemo, isOff, limits = [], ...port }): Port => {
    const recorded = statuses.find((status) => status.port === port.port);
    // The status of another engine says nothing about the current one.
    const known = recorded?.engine === key ? recorded : undefined;
    return {
      ...port,
      limits,
      state: stateOf({ isDemo: isDemo ?? false, isOff: isOff ?? false }, known),
      since: (known?.since ?? processStart).toISOString(),
      lastSuccessAt: known?.lastSuccessAt?.toISOString() ?? null,
      lastErrorAt: known?.lastErrorAt?.toISOString() ?? null,
      lastError: known?.lastError ? redactSecrets(known.lastError) : null,
    };
  });
  const unpriced = modelsInUse().filter(([, { provider, model }]) => !priceOf(provider, model));
  return {
    ports,
    today,
    month,
    budgets: budgets(),
    unpricedModels: unpriced.map(([name]) => name),
    goneModels: retiredModelsIn(statuses),
    trials: configuredTrials(),
    workflows: (await comfyUi()?.workflows()) ?? null,
    mail: listLoggedMails().map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() })),
    checkedAt: new Date().toISOString(),
  };
}
