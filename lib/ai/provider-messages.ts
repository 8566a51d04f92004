/** Messages that adapters share, and those by which errors without a code are recognised. */

export const timedOutMessage = "The AI service did not answer in time.";

/** The quota is used up: an early retry does not help. */
export const isQuotaMessage = (message: string): boolean => /quota/i.test(message);

/** A flag in one of the app's own sentences, or Replicate's code for it. */
export const isFlaggedMessage = (message: string): boolean =>
  /flagged as sensitive|\bE005\b/i.test(message);

export const isRateLimitMessage = (message: string): boolean => /too many requests/i.test(message);

const refusalWords =
  /\bnsfw\b|\bsafety\b|(?<!case[- ])\bsensitive\b|\bmoderat(?:ion|ed)\b|\bflagged\b|content[ _-](?:policy|policies|filter)|content management policy|policy violation|violates? .{0,40}polic|inappropriate|prohibited (?:content|use)/i;
/** Words of messages about a parameter or an outage, which may also contain a refusal word. */
const otherCause =
  /not supported|unsupported|unknown|unrecogni[sz]ed|parameter|unavailable|overloaded|timed? ?out|must be|not (?:found|allowed|enabled|configured)/i;

/** Whether a provider's message says that it refused a prompt or its result. */
export const isRefusalMessage = (message: string): boolean =>
  isFlaggedMessage(message) || (refusalWords.test(message) && !otherCause.test(message));

/** Messages for authors when the text model cannot complete a request. */
export const writerSentences = {
  unusable: "The AI's answer could not be used. Please try again.",
  loading: "The AI model of this site is still loading. Please try again in a minute.",
  tooLong:
    "This story is too long for the AI model of this site. Please tell the administrator of this site: a model with a larger context can continue it.",
  cut: "The AI's answer was cut off before it was complete. Please ask for fewer panels, or tell the administrator of this site.",
  onlyThoughts:
    "The AI thought about this but gave no answer. Please tell the administrator of this site, or try again later.",
} as const;

/** The same about a picture that the vision model looked at. */
export const visionSentences = {
  unusable: "The answer about the picture could not be used. Please try again.",
  cut: "The answer about the picture was cut off before it was complete. Please tell the administrator of this site.",
  onlyThoughts:
    "The AI thought about the picture but gave no answer. Please tell the administrator of this site, or try again later.",
};

/** Whether a message says more than that the attempt failed. */
export const isWriterSentence = (message: string): boolean =>
  message !== writerSentences.unusable && Object.values<string>(writerSentences).includes(message);
