// The thread that reads an archive: hostile work that must not hold up the one that serves.
import { serveTasks } from "../../platform/serve-tasks.mjs";
import { createReader } from "./reader.mjs";

serveTasks(createReader());
