/** Without a network the answer should come soon; a weak one gets a second and a third chance. */
export const NPM_RETRY_FLAGS = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=3000"];

/** Command and arguments that run npm: the one that runs us where there is one. */
export function npmCommand(args) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith("npm-cli.js") ? [process.execPath, [npm, ...args]] : ["npm", args];
}
