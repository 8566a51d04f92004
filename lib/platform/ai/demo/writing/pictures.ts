import type { ShotSize } from "../../writer";
import { capitalise, joinNames, sentence } from "./english";
import type { Figure } from "./figures";
import type { Setting } from "./settings";
import type { Situation } from "./situation";
import { type TimeOfDay, timeIn, timePhrase, type Weather, weatherPhrase } from "./sky";

/** What an image prompt and its alt text are made of. */
export interface Picture {
  shot: ShotSize;
  figures: Figure[];
  setting: Setting;
  time: TimeOfDay;
  weather: Weather;
  /** What happens, as a sentence without its full stop; empty where nothing does. */
  action: string;
  /** For a panel without people. */
  detail: string | null;
  situation: Situation;
}

const faces: Record<string, string> = {
  heist: "holding their breath",
  chase: "out of breath, eyes wide",
  fight: "jaw set, eyes narrow",
  danger: "wide-eyed, hair blown about",
  rescue: "worried and gentle",
  fear: "wide-eyed with fear",
  mystery: "thoughtful, one eyebrow raised",
  discovery: "wide-eyed with wonder",
  journey: "tired and happy",
  grief: "sad, eyes lowered",
  farewell: "sad, trying to smile",
  reunion: "moved, smiling a little",
  argument: "frowning, lips pressed together",
  romance: "smiling shyly",
  meeting: "curious and a little wary",
  learning: "concentrating hard",
  decision: "serious and determined",
  cooking: "smiling, flour on one cheek",
  celebration: "laughing",
  contest: "teeth clenched, eyes ahead",
  magic: "startled, lit from below",
  secret: "surprised, one hand at the mouth",
  making: "absorbed, tongue between the teeth",
  performance: "nervous and glowing",
  wonder: "looking up in wonder",
  arrival: "looking around with curiosity",
  rest: "calm, eyes half closed",
  everyday: "thoughtful",
};

const names = (figures: readonly Figure[]) => joinNames(figures.map(({ short }) => short));

/** "in the old forest at night, thick fog" */
function surroundings({ setting, time, weather }: Picture): string {
  const sky = weatherPhrase(weather, setting.kind.indoors);
  const when = timePhrase[time];
  return `${setting.here} ${when}${sky ? `, ${sky}` : ""}`;
}

/** The prompt of a panel: who and what is in the frame, where, when, in which weather. */
export function imagePromptFor(picture: Picture): string {
  const around = surroundings(picture);
  const who = names(picture.figures);
  const action = picture.action === "" ? "" : ` ${sentence(picture.action)}`;
  const look = picture.setting.known ? "" : ` ${sentence(picture.setting.kind.look[0] ?? "")}`;
  switch (picture.shot) {
    case "establishing": {
      const small = who === "" ? "" : ` ${sentence(`${who}, small in the frame`)}`;
      return `Establishing shot ${around}.${look}${picture.action === "" ? small : action}`;
    }
    case "detail":
      return `Detail ${around}: ${picture.detail ?? ""}. No people.`;
    case "close-up":
      return `Close-up of ${who} ${around}, ${faces[picture.situation.kind] ?? "thoughtful"}.`;
    default:
      return `${capitalise(picture.shot)} shot${who === "" ? "" : ` of ${who}`} ${around}.${action}`;
  }
}

/** One sentence for those who do not see the picture. */
export function altTextFor(picture: Picture): string {
  const { setting, time, figures, action } = picture;
  const who = names(figures);
  const where = `${setting.here}, ${timePhrase[time]}`;
  if (picture.shot === "detail")
    return sentence(`${capitalise(picture.detail ?? "")}, ${setting.here}`);
  if (picture.shot === "close-up") {
    return sentence(
      `${capitalise(who)} up close, ${faces[picture.situation.kind] ?? "thoughtful"}`,
    );
  }
  const told = action.toLowerCase();
  const plain = setting.phrase.replace(/^the /u, "").toLowerCase();
  if (action !== "" && told.includes(plain)) {
    return sentence(
      timeIn(told) ? action : `${capitalise(timePhrase[time])}, ${lowerStart(action)}`,
    );
  }
  if (action !== "") return sentence(`${capitalise(where)}: ${action}`);
  if (who === "") return sentence(`${capitalise(setting.phrase)}, ${timePhrase[time]}`);
  if (picture.shot === "establishing") {
    return sentence(`${capitalise(setting.phrase)}, ${timePhrase[time]}, with ${who} small in it`);
  }
  return sentence(`${capitalise(who)} ${where}`);
}

/** Only articles and pronouns lose their capital; names keep it. */
const lowerStart = (text: string) =>
  text.replace(
    /^(The|An?|His|Her|Their|Its|Two|Three|Some|Something|Nobody|Everybody|It|There)\b/u,
    (word) => word.toLowerCase(),
  );
