// The thread that checks a video: tables of samples can be made to take seconds and gigabytes.
import { serveTasks } from "../../platform/serve-tasks.mjs";
import { checkClip } from "./check.mjs";

serveTasks({ checkClip });
