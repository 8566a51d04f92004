/** How a picture was made; stored in the file for search engines and editors. */
export type Origin = "model" | "drawn" | "photo";

/** The XMP packet of a generated picture, with the IPTC digital source type. */
export function xmpPacket(origin: Exclude<Origin, "photo">): string;

/** The origin that a picture's bytes record. */
export function readOrigin(picture: Uint8Array): Origin;
