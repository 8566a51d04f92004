import { apiData } from "@/lib/platform/http/fetch";
import {
  type Setup,
  setupDto,
  type Trial,
  type TrialResult,
  trialResultDto,
  type WorkflowInput,
} from "./schema";

/** Checks every engine now. @throws ApiError */
export const checkEngines = (): Promise<Setup> =>
  apiData("/setup/check", { method: "POST", response: setupDto });

/** Milliseconds: longer than the server gives a trial. */
const trialTimeout = 260_000;

/** Tries an engine with a small task. @throws ApiError */
export const tryEngine = (body: Trial): Promise<TrialResult> =>
  apiData("/setup/trials", {
    method: "POST",
    body,
    response: trialResultDto,
    timeout: trialTimeout,
  });

/** Keeps or deletes a workflow for ComfyUI. @throws ApiError */
export const saveWorkflow = (body: WorkflowInput): Promise<Setup> =>
  apiData("/setup/workflows", { method: "PUT", body, response: setupDto });
