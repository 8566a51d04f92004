// The thread that encodes pictures, apart from the one that serves: megabytes that come and go there
// would make the engine collect the server's whole heap, and with it stop the server.
import { serveTasks } from "../../platform/serve-tasks.mjs";
import { encodeMain, encodeVariant, isMoving } from "./pictures.mjs";

serveTasks({ encodeMain, encodeVariant, isMoving });
