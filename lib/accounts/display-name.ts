/** Names and initials of people, for all views. */

export interface PersonName {
  username?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

const clean = (text: string | null | undefined) => text?.trim() ?? "";

/** The first grapheme, also outside the basic plane. */
function firstLetter(text: string): string {
  const segment = new Intl.Segmenter().segment(text)[Symbol.iterator]().next().value;
  return segment ? segment.segment.toLocaleUpperCase("en") : "";
}

/** First plus last name, else first name, else username. */
export function displayName({ username, firstName, lastName }: PersonName): string {
  const first = clean(firstName);
  const last = clean(lastName);
  if (first && last) return `${first} ${last}`;
  return first || clean(username);
}

/** First name, else username: for greetings and "More by …". */
export function shortName({ username, firstName }: PersonName): string {
  return clean(firstName) || clean(username);
}

/** First plus last initial, else first initial, else username initial, else "U". */
export function initials({ username, firstName, lastName }: PersonName): string {
  const first = firstLetter(clean(firstName));
  const last = firstLetter(clean(lastName));
  if (first && last) return first + last;
  return first || firstLetter(clean(username)) || "U";
}
