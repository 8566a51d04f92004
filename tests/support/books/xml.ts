import { SaxesParser } from "saxes";

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** Elements of a document with their texts, in the order in which they end. @throws where it is not well-formed */
export function xmlElements(document: string): XmlElement[] {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  const ended: XmlElement[] = [];
  let failure: Error | null = null;
  parser.on("error", (error) => {
    failure ??= error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    open.push({ name, attributes: Object.fromEntries(values), text: "" });
  });
  const add = (text: string) => {
    const inner = open.at(-1);
    if (inner) inner.text += text;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    const inner = open.pop();
    if (inner) ended.push(inner);
  });
  parser.write(document).close();
  if (failure) throw failure;
  return ended;
}
