const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Characters that an XML document may not contain, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must go
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;

/** Escapes text for XML and HTML, in elements and in attributes. */
export const markupText = (text: string): string =>
  text.replace(forbidden, "").replace(/[&<>"']/g, (sign) => escapes[sign] ?? "");

/** `<name>text</name>`, or an empty string without a text. */
export const element = (name: string, text: string | null | undefined): string =>
  text ? `<${name}>${markupText(text)}</${name}>` : "";

/** `<name a="b"/>`; attributes without a value are omitted. */
export const emptyElement = (
  name: string,
  attributes: Record<string, string | number | null | undefined>,
): string => {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined || value === ""
      ? []
      : `${key}="${markupText(String(value))}"`,
  );
  return `<${[name, ...pairs].join(" ")}/>`;
};

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
