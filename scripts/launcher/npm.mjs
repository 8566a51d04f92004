/** Without a network npm should fail soon; a slow one gets two retries. */
export const NPM_RETRY_FLAGS = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=3000"];

/** Command and arguments that run npm: the npm that runs this script, where there is one. */
export function npmCommand(args) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith("npm-cli.js") ? [process.execPath, [npm, ...args]] : ["npm", args];
}
