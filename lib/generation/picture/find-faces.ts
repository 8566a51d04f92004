import "server-only";
import { vision } from "@/lib/ai/index";
import type { PaintedImage, PaintRequest } from "@/lib/ai/painter";
import { log } from "@/lib/platform/log";
import { withUsage } from "@/lib/spending/service";
import { withDeadline } from "../jobs/job-row-service";

/** A panel waits no longer for this, in milliseconds. */
const lookDeadline = 10_000;

/**
 * Where faces are in a panel's picture, where somebody can look at it. Bubbles are placed without
 * that too, so whatever goes wrong here is only logged.
 */
export async function lookForFaces(
  jobId: string,
  painted: PaintedImage,
  orderOf: () => Promise<Pick<PaintRequest, "kind" | "figures">>,
): Promise<PaintedImage["faces"]> {
  const look = vision();
  if (!look) return [];
  try {
    const { kind, figures: people } = await orderOf();
    if (kind !== "panel" || people.length === 0) return [];
    return await withUsage({ jobId }, "vision", (onUsage) =>
      withDeadline(lookDeadline, (signal) =>
        look.faces({ picture: painted.bytes, people, signal, onUsage }),
      ),
    );
  } catch (error) {
    log.warn({ jobId, err: error }, "faces could not be looked for");
    return [];
  }
}
