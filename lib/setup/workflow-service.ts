import "server-only";
import { comfyUi } from "@/lib/ai";
import { readWorkflow, WorkflowError } from "@/lib/ai/comfyui/workflow";
import { jsonOf } from "@/lib/ai/json-of";
import { auditCall } from "@/lib/platform/audit-service";
import { requireAdministrator } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { AppError, fieldError } from "@/lib/platform/errors";
import { getSetup } from "./queries";
import type { Setup, WorkflowInput } from "./schema";

/** Workflows that are kept; as many as are read. */
const maxWorkflows = 50;

/**
 * Keeps a workflow for ComfyUI under its name, or deletes the kept one.
 * @throws AppError `not_found`, `validation_failed` if its inputs are not found, `conflict`
 */
export async function saveWorkflow(
  viewer: Viewer | null,
  { name, json }: WorkflowInput,
): Promise<Setup> {
  requireAdministrator(viewer);
  await auditCall(viewer, "PUT /api/setup/workflows", { name });
  if (json === null) await db.comfyUiWorkflow.deleteMany({ where: { name } });
  else {
    const graph = graphOf(name, json);
    const others = await db.comfyUiWorkflow.count({ where: { NOT: { name } } });
    if (others >= maxWorkflows) {
      throw new AppError(
        "conflict",
        `At most ${maxWorkflows} workflows are kept. Delete one first.`,
      );
    }
    await db.comfyUiWorkflow.upsert({
      where: { name },
      create: { name, graph },
      update: { graph },
    });
  }
  await comfyUi()?.workflows();
  return getSetup(viewer);
}

function graphOf(name: string, json: string) {
  try {
    return JSON.parse(JSON.stringify(readWorkflow(name, jsonOf(json)).graph));
  } catch (error) {
    if (error instanceof WorkflowError) throw fieldError("json", error.message);
    throw error;
  }
}
