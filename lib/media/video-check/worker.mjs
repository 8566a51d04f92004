// A worker thread, because a crafted sample table can take seconds and gigabytes to parse.
import { serveTasks } from "../../platform/threads/serve-tasks.mjs";
import { checkClip } from "./check.mjs";

serveTasks({ checkClip });
