/** Command and arguments that run npm: the one that runs us where there is one. */
export function npmCommand(args) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith("npm-cli.js") ? [process.execPath, [npm, ...args]] : ["npm", args];
}
