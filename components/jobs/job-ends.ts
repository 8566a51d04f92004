/** What the page does and says when a followed job has ended, by kind of job. */
import type { QueryClient } from "@tanstack/react-query";
import {
  addMessage,
  endRequest,
  failRequest,
  type MediaRef,
} from "@/components/media/media-session";
import { spotDrafts } from "@/components/media/spot/spot-drafts";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { portraitPromptDrafts } from "@/components/world/portrait-drafts";
import { findCachedEntity, showPortrait } from "@/components/world/story-entities";
import { failedJob, mediaErrorText, panelErrorText } from "@/lib/generation/error-texts";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import type { ImageJob, SceneProgress, VideoJob } from "@/lib/generation/schema";
import { suggestionKeys } from "@/lib/generation/text/client";
import type { JobEnd } from "@/lib/jobs/client";
import { getSceneOutcome } from "@/lib/jobs/scene-outcome";
import { takesKey } from "@/lib/scenes/client";
import { sceneName } from "@/lib/scenes/scene-name";
import { storyKeys } from "@/lib/stories/client";
import { findPanelPosition } from "@/lib/stories/query-cache";
import { sheetKey } from "@/lib/world/references/client";
import { entityKinds } from "@/lib/world/schema";
import { dropJob, type FollowedJob, type JobOf, setJob, shownSubjects } from "./followed-jobs";
import { addSceneNews } from "./scene-news";

/** Milliseconds. */
const long = { duration: 6_000 };

/** Shown if a job's state could not be read five times in a row. */
const unreachable = {
  image: "Failed to check image generation status",
  video: "Failed to check video generation status",
} as const;

const takeTexts: Record<JobOf<"take">["work"], string> = {
  edit: "Here is the refined picture.",
  animate: "Here is the video.",
  regenerate: "Here is another take.",
};

export const duplicatePictureText = "This is a picture you already have. Try a different prompt.";

/** Why a picture was not made. */
const pictureFailure = (end: JobEnd): string =>
  end.how === "failed" ? (end.reason ?? failureMessages.image) : unreachable.image;

/** Reports the end of a picture or video once. */
export function endPicture(
  client: QueryClient,
  storyId: string,
  job: Exclude<FollowedJob, { kind: "scene" }>,
  end: JobEnd,
): Promise<void> | void {
  if (job.kind === "panel") return endPanel(client, storyId, job, end);
  if (job.kind === "portrait") return endPortrait(client, storyId, job, end);
  if (job.kind === "reference") return endReference(client, storyId, job, end);
  return endTake(client, storyId, job, end);
}

async function endPanel(client: QueryClient, storyId: string, job: JobOf<"panel">, end: JobEnd) {
  // Refetches first: a panel without a job shows the story's data.
  await client.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
  if (!dropJob(storyId, job)) return;
  if (end.how === "completed") return playSound("notice");
  const failure = pictureFailure(end);
  const text = end.how === "failed" ? panelErrorText(failedJob(failure)) : failure;
  failPanel(client, storyId, job, text);
}

/** Announces the error and keeps it with the panel; the old picture stays. */
export function failPanel(
  client: QueryClient,
  storyId: string,
  job: JobOf<"panel">,
  error: string,
): void {
  setJob(storyId, { ...job, error });
  toast.error(error, { ...long, description: findPanelPosition(client, storyId, job.subjectId) });
}

function endPortrait(client: QueryClient, storyId: string, job: JobOf<"portrait">, end: JobEnd) {
  const entity = findCachedEntity(client, job.entityKind, storyId, job.subjectId);
  // Deleted meanwhile: nothing to report.
  if (!entity) return void dropJob(storyId, job);
  const tell = (say: "error" | "info", text: string) =>
    shownSubjects.has(entity._id) || toast[say](`${entity.name}: ${text}`, long);
  const fail = (error: string) => {
    setJob(storyId, { ...job, error });
    tell("error", error);
    playSound("error");
  };
  if (end.how !== "completed") return fail(pictureFailure(end));
  const result = toImage(end.job);
  if (result) showPortrait(client, job.entityKind, entity, result.imageUrl, job.before);
  // What the author has typed since stays.
  if (job.isEdit && portraitPromptDrafts.get(entity._id).trim() === result?.prompt.trim())
    portraitPromptDrafts.set(entity._id, "");
  if (job.isEdit) spotDrafts.set(entity._id, null);
  playSound("notice");
  if (result?.note) toast.info(`${entity.name}: ${result.note}`, long);
  if (result && job.known.includes(result.imageUrl)) tell("info", duplicatePictureText);
  // An edit prompt does not describe the picture.
  const made = result && {
    imageUrl: result.imageUrl,
    prompt: job.isEdit ? null : result.prompt,
  };
  setJob(storyId, { ...job, made });
}

async function endReference(
  client: QueryClient,
  storyId: string,
  job: JobOf<"reference">,
  end: JobEnd,
) {
  await client.invalidateQueries({ queryKey: sheetKey(job.subjectId) });
  if (!dropJob(storyId, job)) return;
  const [entity] = entityKinds.flatMap(
    (kind) => findCachedEntity(client, kind, storyId, job.subjectId) ?? [],
  );
  const about = entity ? `${entity.name}: ` : "";
  if (end.how !== "completed") {
    toast.error(about + pictureFailure(end), long);
    return playSound("error");
  }
  const note = toImage(end.job)?.note;
  if (note) toast.info(about + note, long);
  playSound("notice");
}

function endTake(client: QueryClient, storyId: string, job: JobOf<"take">, end: JobEnd): void {
  const { work, subjectId: panelId, jobId, isSilent } = job;
  if (!dropJob(storyId, job)) return;
  void client.invalidateQueries({ queryKey: takesKey(job.sceneId, job.panelNumber) });
  const media = end.how === "completed" ? toMediaRef(end.job) : null;
  if (isSilent || !endRequest(panelId, jobId ?? "", media)) return;
  if (end.how === "completed" && media) {
    const text = job.isFirst ? "Here is the picture." : takeTexts[work];
    addMessage(panelId, { from: "studio", text, detail: toImage(end.job)?.note, media });
    playSound("notice");
  } else if (end.how === "unreachable") {
    const text = work === "animate" ? unreachable.video : unreachable.image;
    failRequest(panelId, { text, detail: "If it finishes later, you will find it in the takes." });
  } else if (end.how === "completed") {
    failRequest(panelId, { text: "The result was deleted meanwhile." });
  } else {
    const reason = end.how === "failed" ? (end.reason ?? "") : failureMessages.videoTimedOut;
    failRequest(panelId, mediaErrorText(work, failedJob(reason), { hasStarted: true }));
  }
}

const toImage = ({ result }: ImageJob | VideoJob) =>
  result && "imageUrl" in result ? result : null;

const toMediaRef = ({ result }: ImageJob | VideoJob): MediaRef | null =>
  result &&
  ("imageUrl" in result
    ? { url: result.imageUrl, type: "image" }
    : { url: result.videoUrl, type: "video", still: result.originalImageUrl });

/** Reports the end of a scene: sound, error, and its new characters and locations. */
export function endScene(
  client: QueryClient,
  storyId: string,
  { isAnew }: JobOf<"scene">,
  progress: SceneProgress,
): void {
  const outcome = getSceneOutcome(progress, isAnew);
  if (!outcome) return;
  void client.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
  const { scene } = progress;
  const { tone, text } = outcome;
  const description = sceneName(scene);
  if (tone === "error") return void toast.error(text ?? "", { ...long, description });
  // Ideas from before this scene are stale.
  const ideas = suggestionKeys.of(storyId, "continuationSeeds", false);
  void client.invalidateQueries({ queryKey: ideas });
  if (tone === "success") playSound("newScene");
  if (tone === "warning") toast.warning(text ?? "", { ...long, description });
  else if (text) toast.success(text, { description });
  addSceneNews(client, progress, text === null);
}
