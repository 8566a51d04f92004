/** An error whose message is complete: it is printed without a stack trace. */
export class StartupError extends Error {
  override name = "StartupError";
}
