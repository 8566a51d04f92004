/** How a picture came to be; goes into the file, where search engines and editors look for it. */
export type Origin = "model" | "drawn" | "photo";

const sourceTypes = { model: "trainedAlgorithmicMedia", drawn: "algorithmicMedia" } as const;

/** What a machine made says so, in the vocabulary of the IPTC: the XMP packet of such a picture. */
export const xmpPacket = (origin: Exclude<Origin, "photo">): string =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceTypes[origin]}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
