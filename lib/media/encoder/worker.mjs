// The thread that encodes pictures. On the server's thread, megabytes of short-lived buffers would
// trigger collections of its whole heap and pause it.
import { serveTasks } from "../../platform/threads/serve-tasks.mjs";
import { blendSpot } from "./blend.mjs";
import { encodeLossless, encodeMain, encodeVariant, isMoving } from "./pictures.mjs";

serveTasks({ blendSpot, encodeLossless, encodeMain, encodeVariant, isMoving });
