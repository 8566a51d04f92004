/** Prints why the command cannot go on, as a sentence and without a stack trace, and ends it. */
export function exitWithMessage(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
