// What a picture says of where it comes from. Plain JavaScript: the thread that encodes, the server
// and the browser read it alike.

const sourceTypes = { model: "trainedAlgorithmicMedia", drawn: "algorithmicMedia" };

/** What a machine made says so, in the vocabulary of the IPTC: the XMP packet of such a picture. */
export const xmpPacket = (origin) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceTypes[origin]}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** How a stored picture came to be, by the marking in its own bytes. */
export function readOrigin(picture) {
  const text = new TextDecoder("latin1").decode(picture);
  if (text.includes("/digitalsourcetype/trainedAlgorithmicMedia")) return "model";
  return text.includes("/digitalsourcetype/algorithmicMedia") ? "drawn" : "photo";
}
