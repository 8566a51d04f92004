/**
 * Recognises messages of providers that pass on the words of their service instead of a code of the
 * ports.
 */

/** The quota is used up: an early retry does not help. */
export const isQuotaMessage = (message: string): boolean => /quota/i.test(message);

/** A flag in one of the app's own sentences, or Replicate's code for it. */
export const isFlaggedMessage = (message: string): boolean =>
  /flagged as sensitive|\bE005\b/i.test(message);

export const isRateLimitMessage = (message: string): boolean => /too many requests/i.test(message);

const refusalWords =
  /\bnsfw\b|\bsafety\b|(?<!case[- ])\bsensitive\b|\bmoderat(?:ion|ed)\b|\bflagged\b|content[ _-](?:policy|policies|filter)|content management policy|policy violation|violates? .{0,40}polic|inappropriate|prohibited (?:content|use)/i;
/** A message about a parameter or an outage that contains one of these words. */
const otherCause =
  /not supported|unsupported|unknown|unrecogni[sz]ed|parameter|unavailable|overloaded|timed? ?out|must be|not (?:found|allowed|enabled|configured)/i;

/** Whether a provider refused a prompt or its result, in words of its own. */
export const isRefusalMessage = (message: string): boolean =>
  isFlaggedMessage(message) || (refusalWords.test(message) && !otherCause.test(message));

/** What an author reads when the writer's model cannot do what is asked. */
export const writerSentences = {
  unusable: "The AI's answer could not be used. Please try again.",
  loading: "The AI model of this site is still loading. Please try again in a minute.",
  tooLong:
    "This story is too long for the model of this site. Please tell its administrator: a model with a larger context can go on with it.",
  cut: "The AI's answer was cut off before it was complete. Please ask for fewer panels, or tell the administrator of this site.",
  onlyThoughts:
    "The AI thought about this but gave no answer. Please tell the administrator of this site, or try again later.",
} as const;

/** Whether a message tells an author more than that a try has failed. */
export const isWriterSentence = (message: string): boolean =>
  message !== writerSentences.unusable && Object.values<string>(writerSentences).includes(message);
