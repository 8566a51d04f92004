import nlp from "compromise";
import type { Clause } from "./clauses";
import { withArticle } from "./english";
import { isName } from "./naming";
import { isPlaceWord } from "./places";
import { roleOf } from "./roles";
import { timeIn, weatherIn } from "./sky";
import { nounPhrases } from "./words";

/** The object a scene turns around. */
export interface Thing {
  /** 'lantern' */
  noun: string;
  /** 'glowing lantern' */
  label: string;
  /** 'the lantern' */
  definite: string;
  /** 'a glowing lantern' */
  indefinite: string;
  plural: boolean;
}

const abstract =
  /^(?:way|time|times|day|days|night|nights|hour|hours|minute|minutes|moment|year|years|week|month|side|end|name|names|life|lives|world|kind|lot|part|bit|head|hand|hands|eye|eyes|face|arm|arms|foot|feet|back|heart|mind|voice|place|thing|things|truth|help|home|fun|idea|plan|plans|love|death|trouble|course|front|middle|top|bottom|direction|directions|attention|breath|friend|friends|friendship|story|scene|comic|panel|page|man|woman|sound|silence|air|rest|first|last|other|rain|snow|fog|wind|sun|sunset|sunrise|storm|darkness|light|work|job|goodbye|hello|summer|winter|spring|autumn|past|future|mistake|reason|case|crew|team|fight|war|race|party|journey|adventure|trip|walk|lesson|class|game|match|hunger|fear|anger|joy|toward|something|instructions|prompt|system|smile|tears|secrets|questions|answers|century|sky|stars|ground|floor|wall|corner|speech|peace|power|evening|morning|promise|age|chess|football|tennis|basketball|hockey|secret|birthday|breakfast|dinner|lunch|supper|wedding|funeral|school|town|dream|dreams|wish|song|melody|magic|music|crime|murder|mystery|truths|lie|lies|fault|chance|luck|visit|visitor|customer|client|guest|family|crowd|audience|army|teams|wonder|number|group|couple|pair)$/u;

const countless =
  /^(?:gold|silver|bread|water|tea|coffee|soup|milk|sand|music|paper|ink|treasure|money|fire|smoke|honey|chocolate|magic|ice|toast|cardboard|food)$/u;

/** Whether a noun names something that can be held or looked at. */
export const isThingWord = (noun: string): boolean =>
  !abstract.test(noun) &&
  !roleOf(noun) &&
  !isPlaceWord(noun) &&
  !timeIn(noun) &&
  !weatherIn(noun) &&
  !/(?:ness|ship|tion|ity|ism|ence|ance|hood|dom|ment|al)$/u.test(noun);

/** The most telling object of the clauses, or null. */
export function thingIn(clauses: readonly Clause[]): Thing | null {
  let best: Thing | null = null;
  let most = 0;
  for (const clause of clauses) {
    for (const phrase of nounPhrases(clause.words)) {
      const noun = phrase.head.lower;
      if (
        /s$/u.test(noun) &&
        (phrase.modifiers.length > 0 || !phrase.determiner) &&
        nlp(noun).has("#PresentTense")
      )
        continue;
      if (abstract.test(noun) || roleOf(noun) || isPlaceWord(noun) || isName(phrase)) continue;
      if (
        timeIn(noun) ||
        weatherIn(noun) ||
        /[’']/u.test(phrase.head.text) ||
        !/^\p{L}/u.test(noun)
      )
        continue;
      if (
        ["Date", "Value", "Person", "Actor", "Pronoun", "Gerund"].some((tag) =>
          phrase.head.tags.has(tag),
        )
      )
        continue;
      const isObject = clause.verb >= 0 && phrase.start > clause.verb && !phrase.preposition;
      const score =
        1 +
        (isObject ? 3 : 0) +
        (/^(?:an?|his|her|the|my)$/u.test(phrase.determiner ?? "") ? 1 : 0) +
        (/^an?$/u.test(phrase.determiner ?? "") ? 1 : 0) +
        Math.min(1, phrase.modifiers.length) -
        (phrase.preposition && phrase.preposition !== "with" ? 1 : 0) -
        (!phrase.determiner && !phrase.plural && !countless.test(noun) && clause.verb >= 0 ? 2 : 0);
      if (score > most) {
        most = score;
        best = thingOf(phrase.modifiers, phrase.head.text, phrase.plural, phrase.complement);
      }
    }
  }
  return best;
}

function thingOf(
  modifiers: readonly string[],
  head: string,
  plural: boolean,
  complement: string | null = null,
): Thing {
  const noun = head.toLowerCase();
  const label = [
    ...modifiers.filter((word) => !/^(?:other|same|own|first|last|next)$/iu.test(word)),
    noun,
  ]
    .join(" ")
    .toLowerCase()
    .concat(complement && complement.length <= 24 ? ` ${complement}` : "");
  const bare = plural || countless.test(noun);
  return {
    noun,
    label,
    definite: `the ${noun}`,
    indefinite: bare ? label : withArticle(label),
    plural,
  };
}

/** A thing for a word of the glossary. */
export const plainThing = (word: string): Thing => thingOf([], word, false);
