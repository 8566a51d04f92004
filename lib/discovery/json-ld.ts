const escapes: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Data as it stands inside a script element: nothing in it can end the element or begin another. */
export const jsonLdText = (data: object): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => escapes[sign] ?? "");
