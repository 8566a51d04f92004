/** The key and the text of a draft in web storage (lib/platform/draft-storage.ts). */
export const draftEntry = (kind: string, id: string, value: unknown): [string, string] => [
  `inkwright:draft:${kind}:${id}`,
  JSON.stringify({ version: 1, at: Date.now(), value }),
];
