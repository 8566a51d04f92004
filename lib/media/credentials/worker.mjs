// The thread that signs pictures. It is separate from the encoding thread, because it parses
// untrusted metadata and may have to be terminated. Tasks run one by one: the library awaits only
// the signature.
import { serveTasks } from "../../platform/threads/serve-tasks.mjs";
import { signPicture } from "./sign.mjs";

serveTasks({ signPicture });
