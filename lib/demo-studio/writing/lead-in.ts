const leadIns = [
  /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:draw|write|make|create|show|generate|illustrate|tell|give|paint|depict|design)\s+(?:me\s+|us\s+)?(?:(?:a|an|the|one)\s+)?(?:(?:short|new|next|funny|nice|cute|little|first|comic|opening|cool|great)\s+)*(?:scene|story|comic|comics|panel|page|strip|tale|picture|image|sequence|chapter)s?(?:\s+strip|\s+page|\s+book)?\s*(?:(?:about|where|in which|of|with|showing|that shows|when|:|-)\s+)?/iu,
  /^(?:please\s+)?(?:draw|show|illustrate|depict|paint)\s+(?:me\s+|us\s+)?/iu,
  /^(?:(?:a|an|the|in this|in the next|in the)\s+)?(?:(?:short|next|new|first|opening)\s+)*(?:scene|story|comic|panel|chapter|tale)\s*(?:\d+\s*)?(?:(?:about|where|in which|of|with|showing|that shows|when|:|,|-)\s+)/iu,
  /^(?:once upon a time,?\s+(?:there (?:was|lived)\s+)?|it'?s about\s+|this is about\s+)/iu,
];

/** Takes wrappers off that speak to the machine and not of the story. */
export function stripLeadIn(text: string): string {
  let rest = text.replace(/^[\s>*#•\-–—\d.)]+(?=\p{L})/u, "").trim();
  for (const pattern of leadIns) {
    const shorter = rest.replace(pattern, "");
    if (shorter !== rest && shorter.trim().length >= 3) rest = shorter.trim();
  }
  return rest;
}
