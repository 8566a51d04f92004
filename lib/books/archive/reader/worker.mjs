// A worker thread, so that a hostile archive cannot block the server's thread.
import { serveTasks } from "../../../platform/threads/serve-tasks.mjs";
import { createReader } from "./reader.mjs";

serveTasks(createReader());
