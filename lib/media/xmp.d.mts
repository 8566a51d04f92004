/** How a picture came to be; goes into the file, where search engines and editors look for it. */
export type Origin = "model" | "drawn" | "photo";

/** What a machine made says so, in the vocabulary of the IPTC: the XMP packet of such a picture. */
export function xmpPacket(origin: Exclude<Origin, "photo">): string;

/** How a stored picture came to be, by the marking in its own bytes. */
export function readOrigin(picture: Uint8Array): Origin;
