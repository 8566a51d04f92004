// The origin in a picture's metadata. Plain JavaScript, because the encoding thread, the server and
// the browser share it.

const sourceTypes = { model: "trainedAlgorithmicMedia", drawn: "algorithmicMedia" };

/** The XMP packet of a generated picture, with the IPTC digital source type. */
export const xmpPacket = (origin) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceTypes[origin]}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** The origin that a picture's bytes record. */
export function readOrigin(picture) {
  const text = new TextDecoder("latin1").decode(picture);
  if (text.includes("/digitalsourcetype/trainedAlgorithmicMedia")) return "model";
  return text.includes("/digitalsourcetype/algorithmicMedia") ? "drawn" : "photo";
}
