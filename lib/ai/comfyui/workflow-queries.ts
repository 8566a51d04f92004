import "server-only";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { jsonOf } from "../json-of";
import { readWorkflow, type Workflow, WorkflowError } from "./workflow";

/** A workflow, or the sentence that says why it cannot be used. */
export interface LoadedWorkflow {
  name: string;
  source: "folder" | "setup";
  workflow: Workflow | null;
  problem: string | null;
}

const maxFiles = 50;

/** Names and JSON texts of a folder's workflows. @throws Error if the folder cannot be read */
async function filesOf(folder: string): Promise<[name: string, json: unknown][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(
    names.slice(0, maxFiles).map(async (name): Promise<[string, unknown]> => {
      return [name.slice(0, -5), jsonOf(await readFile(path.join(folder, name), "utf8"))];
    }),
  );
}

function loaded(source: LoadedWorkflow["source"], name: string, json: unknown): LoadedWorkflow {
  try {
    return { name, source, workflow: readWorkflow(name, json), problem: null };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { name, source, workflow: null, problem: error.message };
  }
}

/**
 * The workflows of the folder and those pasted on `/setup`, which replace files of the same name. A
 * folder or database that cannot be read is logged: the rest is used.
 */
export async function loadWorkflows(folder?: string): Promise<LoadedWorkflow[]> {
  const skip = (error: unknown) => {
    log.error({ err: error, folder }, "some workflows for ComfyUI could not be read");
    return [];
  };
  const [files, rows] = await Promise.all([
    folder ? filesOf(folder).catch(skip) : [],
    db.comfyUiWorkflow.findMany({ orderBy: { name: "asc" }, take: maxFiles }).catch(skip),
  ]);
  const pasted = new Set(rows.map(({ name }) => name));
  return [
    ...files
      .filter(([name]) => !pasted.has(name))
      .map(([name, json]) => loaded("folder", name, json)),
    ...rows.map(({ name, graph }) => loaded("setup", name, graph)),
  ].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}
