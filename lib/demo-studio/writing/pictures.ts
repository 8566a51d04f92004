import { capitalise, joinNames, sentence } from "./english";
import type { Figure } from "./figures";
import type { ShotSize } from "./request";
import type { Setting } from "./settings";
import type { Situation } from "./situation";
import { type TimeOfDay, timeIn, timePhrase, type Weather, weatherPhrase } from "./sky";

/** What an image prompt and its alt text are made of. */
interface Picture {
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
  /** How a place looks that the story does not know yet; empty for a known one. */
  look: string;
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
  const sky =
    setting.kind.kind === "planet"
      ? "black sky full of stars"
      : weatherPhrase(weather, setting.kind.indoors);
  return `${setting.here} ${timePhrase[time]}${sky ? `, ${sky}` : ""}`;
}

/** The prompt of a panel: who and what is in the frame, where, when, in which weather. */
export function imagePromptFor(picture: Picture): string {
  const around = surroundings(picture);
  const who = names(picture.figures);
  const action = picture.action === "" ? "" : ` ${sentence(picture.action)}`;
  switch (picture.shot) {
    case "establishing": {
      const look = picture.look === "" ? "" : ` ${sentence(picture.look)}`;
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
  const where = `${setting.here} ${timePhrase[time]}`;
  switch (picture.shot) {
    case "detail":
      return sentence(`${capitalise(picture.detail ?? "")}, ${setting.here}`);
    case "close-up":
      return sentence(
        `${capitalise(who)} up close, ${faces[picture.situation.kind] ?? "thoughtful"}`,
      );
    default:
      if (action !== "") {
        const told = action
          .toLowerCase()
          .includes(setting.phrase.replace(/^the /u, "").toLowerCase());
        const frame = [told ? "" : setting.here, timeIn(action) ? "" : timePhrase[time]];
        const lead = frame.filter((part) => part !== "").join(" ");
        return sentence(lead === "" ? action : `${capitalise(lead)}: ${lowerStart(action)}`);
      }
      if (who === "") return sentence(`${capitalise(setting.phrase)} ${timePhrase[time]}`);
      return picture.shot === "establishing"
        ? sentence(
            `A wide view of ${setting.phrase} ${timePhrase[time]}, with ${who} in the middle of it`,
          )
        : sentence(`${capitalise(who)} ${where}`);
  }
}

/** Only articles and the like lose their capital; names keep it. */
const lowerStart = (text: string) =>
  text.replace(
    /^(The|An?|His|Her|Their|Its|Two|Three|Some|Something|Somebody|Nobody|Everybody|Everyone|Someone|It|There|Tonight|Today|Then|Now|One|Every|Each|In|On|At|Outside|Inside|After|Before|When|While|Once|Suddenly|This|That|These|Those|My|Our|Nothing)\b/u,
    (word) => word.toLowerCase(),
  );
