// The thread that signs pictures. It is apart from the one that encodes, because it reads what others
// have written into their files: where that never ends, this thread is ended. One after the other: the
// library awaits nothing but the signature.
import { serveTasks } from "../../platform/serve-tasks.mjs";
import { signPicture } from "./sign.mjs";

serveTasks({ signPicture });
