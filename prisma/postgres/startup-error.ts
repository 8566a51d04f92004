/** A failure that its message explains completely: it is printed without a stack trace. */
export class StartupError extends Error {
  override name = "StartupError";
}
