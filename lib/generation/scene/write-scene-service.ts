/** Asks the writer for a scene, and forwards each part as soon as it is complete. */
import "server-only";
import { writer } from "@/lib/ai";
import { repairNote } from "@/lib/ai/prompts/repair-note";
import { expirePagesOf } from "@/lib/pages/expiry-service";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { withEngineStatus, withUsage } from "@/lib/spending/service";
import { failureMessages } from "../jobs/failure-texts";
import {
  beginAttempt,
  moderate,
  updateResult,
  withDeadline,
  withHeartbeat,
} from "../jobs/job-service";
import { sceneJobInput, sceneJobResult } from "../schema";
import { authorTexts } from "../text/prompts";
import { type Answer, askWriter } from "../text/service";
import { loadStoryFacts } from "../text/story-facts-service";
import { type SceneScript, sceneScript } from "../text/writer-tasks";
import { chosenNames } from "./scene-cast-service";
import { type SceneWork, ScriptStore } from "./store-script-service";

/** Milliseconds after which a writer fails that defines no deadline. */
const writerDeadline = 150_000;

interface Assignment extends SceneWork {
  prompt: string;
  sceneNumber: number;
  characterIds: string[];
  locationIds: string[];
  script: SceneScript | null;
  wasRepaired: boolean;
  /** The story's status when the work began: a story that loses its last picture becomes a draft. */
  story: { status: string };
}

/**
 * Writes the scene of a job. The complete script is recorded on the job before it is used, so a
 * step that is repeated afterwards does not pay again; a step that is repeated earlier keeps the
 * panels that are already sent to the painter.
 * @throws AppError of the writer, or `writer_failed` if the second answer is unusable too
 */
export async function writeScene(jobId: string): Promise<void> {
  const assignment = await loadAssignment(jobId);
  if (!assignment) return;
  const store = new ScriptStore(assignment);
  try {
    const script = assignment.script ?? (await requestScript(assignment, store));
    if (script) {
      addWholeScript(store, script);
      store.finish();
    }
  } finally {
    // Stored panels are already sent to the painter, even if the rest of the answer is invalid.
    await store.settled();
  }
  await expirePagesOf(assignment.storyId, assignment.story);
}

/** Loads a job with its data; null if nothing remains to be written. */
async function loadAssignment(jobId: string): Promise<Assignment | null> {
  const job = await db.job.findUnique({
    where: { id: jobId },
    include: { scene: true, story: { select: { status: true } } },
  });
  if (!job?.scene || job.kind !== "scene") return null;
  if (job.status === "completed" || job.status === "failed") return null;
  if (job.scene.generation !== job.generation) return null;
  const input = sceneJobInput.parse(job.input);
  const result = sceneJobResult.parse(job.result ?? {});
  return {
    ...input,
    jobId,
    ownerId: job.ownerId,
    sceneId: job.scene.id,
    storyId: job.scene.storyId,
    sceneNumber: job.scene.sceneNumber,
    generation: job.generation,
    story: job.story ?? { status: "draft" },
    script: result.script === undefined ? null : sceneScript.parse(result.script),
    wasRepaired: result.repaired,
  };
}

/**
 * Asks the writer, and once more if its answer is unusable. Null if the job has ended or is
 * deleted.
 */
async function requestScript(
  assignment: Assignment,
  store: ScriptStore,
): Promise<SceneScript | null> {
  const { jobId, wasRepaired } = assignment;
  let answer = await readScript(assignment, store, wasRepaired ? previousProblem : null);
  if (answer && !answer.answer && !wasRepaired) {
    await db.job.update({ where: { id: jobId }, data: { result: { repaired: true } } });
    answer = await readScript(assignment, store, answer.problem);
  }
  if (!answer || answer.answer) return answer?.answer ?? null;
  const error = answer.error ?? new AppError("writer_failed", failureMessages.writing);
  // One unusable answer does not count as a failure of the engine; two in a row do.
  return withEngineStatus("text", () => Promise.reject(error));
}

const previousProblem = "It did not fit the schema.";

/** Asks the writer once, forwards complete parts, and records the whole script. */
async function readScript(
  assignment: Assignment,
  store: ScriptStore,
  problem: string | null,
): Promise<Answer<"scene"> | null> {
  const { jobId, panels } = assignment;
  const story = await loadStoryFacts({ id: assignment.storyId }, assignment.sceneNumber);
  if (!story) return null;
  const chosen = await chosenNames(assignment.storyId, assignment);
  const facts = { story, prompt: assignment.prompt, maxPanels: panels, ...chosen };
  await moderate({ jobId }, authorTexts(facts));
  if (!(await beginAttempt(jobId))) return null;
  // Panels of an incomplete answer may be on their way to the painter.
  const drawnPanels = await describeDrawnPanels(assignment);
  const note =
    problem === null
      ? drawnPanels && `\n\n${drawnPanels}`
      : repairNote(`${problem} ${drawnPanels}`.trim());
  const answer = await withUsage({ jobId }, "text", (onUsage) =>
    withHeartbeat(jobId, () =>
      withDeadline(writer().deadlineMs ?? writerDeadline, (signal) =>
        askWriter("scene", facts, note, { signal, onUsage }, store.readAnswer()),
      ),
    ),
  );
  if (!store.isActive) return null;
  if (!answer.answer) return answer;
  const { length } = answer.answer.panels;
  if (length < panels) return { problem: `It has ${length} panels; exactly ${panels} are needed.` };
  const script = { ...answer.answer, panels: answer.answer.panels.slice(0, panels) };
  await updateResult(jobId, { script });
  return { answer: script };
}

/** Panels that are being drawn already: a second answer has to continue from them. */
async function describeDrawnPanels({ sceneId, generation }: Assignment): Promise<string> {
  const jobs = await db.job.findMany({
    where: { sceneId, generation, kind: "panel_image", panel: { isNot: null } },
    select: { panel: { select: { panelNumber: true, imagePrompt: true, lines: true } } },
    orderBy: { panel: { panelNumber: "asc" } },
  });
  if (jobs.length === 0) return "";
  const panels = jobs.map(({ panel }) => JSON.stringify(panel)).join("\n");
  return `These panels are drawn already; repeat them as they are and go on from there:\n${panels}`;
}

/** Adds all parts of the complete script; parts that came from the stream are skipped. */
function addWholeScript(store: ScriptStore, script: SceneScript): void {
  store.addField("title", script.title);
  store.addField("description", script.description);
  store.addField("newCharacters", script.newCharacters);
  store.addField("newLocations", script.newLocations);
  for (const [index, panel] of script.panels.entries()) store.addPanel(index, panel);
}
