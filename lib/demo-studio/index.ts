import "server-only";

/** The interface for the loader in `lib/ai`; no other code imports this folder. */
export { createDemoAnimator } from "./animator";
export { createDemoPainter } from "./painter";
export { createDemoVision } from "./vision";
export { createDemoWriter } from "./writer";
