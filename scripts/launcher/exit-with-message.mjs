/** Prints why the command cannot continue, as a sentence and without a stack trace, and exits. */
export function exitWithMessage(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
