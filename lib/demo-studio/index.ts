import "server-only";

/** What the loader in `lib/ai` finds here; nothing else imports this folder. */
export { createDemoAnimator } from "./animator";
export { createDemoPainter } from "./painter";
export { createDemoWriter } from "./writer";
