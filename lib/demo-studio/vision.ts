import "server-only";
import type { PaintRequest, PictureProvenance } from "@/lib/ai/painter";
import type { PictureAnswer, PictureFact, Vision } from "@/lib/ai/vision";
import { compose } from "./painting/compose";
import { editInstructionsIn } from "./painting/edit-instructions";
import { isSame, redrawn } from "./painting/edit-picture";
import { propWords, sceneWordsIn } from "./painting/read-scene";

type Verdict = Pick<PictureAnswer, "answer" | "reason">;
/** Who and what is in a picture does not depend on its size. */
const size = { width: 768, height: 1024 };

const cannotTell = (reason: string): Verdict => ({ answer: "cannot tell", reason });
const verdict = (is: boolean, reason: string): Verdict => ({ answer: is ? "yes" : "no", reason });
/** Compares pairs of what was asked for and what was drawn; pairs without a question are ignored. */
const compare = (parts: [asked: string | undefined, drawn: string][]): Verdict => {
  const asked = parts.filter(([one]) => one !== undefined);
  if (asked.length === 0) return cannotTell("These words name nothing that the studio draws.");
  const reason = `Drawn: ${asked.map(([, one]) => one).join(", ")}.`;
  return verdict(!asked.some(([one, other]) => one !== other), reason);
};

/**
 * Answers from what the studio's painter drew, without looking: 'cannot tell' for pictures of
 * another origin.
 */
export function createDemoVision(name: string): Vision {
  return {
    name,
    demo: true,
    // The painter reports the faces that it draws.
    detectFaces: async () => [],
    async answer({ questions, loadProvenance }) {
      const from = (await loadProvenance?.()) ?? null;
      const check = from?.model === name ? factChecker(from) : null;
      const other = cannotTell("The studio has not drawn this picture.");
      return questions.map(({ id, fact }) => ({ id, ...(check?.(fact) ?? other) }));
    },
  };
}

/** Redraws a picture from its provenance, and returns a function that checks facts against it. */
function factChecker({ changes, ...from }: PictureProvenance): (fact: PictureFact) => Verdict {
  const first: PaintRequest = { ...from, ...size, attemptId: "" };
  const { composition } = redrawn(first, changes.flatMap(editInstructionsIn));
  const { request, reading, faces, shot, back, front } = composition;
  const isIn = (name: string) => faces.some((one) => one.name === name);
  const names = faces.map((one) => one.name || "a stranger").join(", ") || "nobody";

  /** A thing is in the picture if the picture is another one without its name. */
  const isDrawn = (thing: keyof typeof propWords) => {
    const prompt = request.prompt.replace(propWords[thing], " ");
    return prompt !== request.prompt && !isSame(compose({ ...request, prompt }), composition);
  };

  return (fact) => {
    switch (fact.about) {
      case "person":
      case "face":
        return verdict(isIn(fact.name), `In it: ${names}.`);
      case "people":
        return verdict(faces.length === fact.count, `In it: ${names}.`);
      case "outfit": {
        const figure = request.figures.find((one) => one.name === fact.name);
        const clothes = [figure?.description, figure?.outfit?.name, figure?.outfit?.description];
        const isWorn = clothes.join("\n").toLowerCase().includes(fact.what.toLowerCase());
        if (!isWorn) return cannotTell("Not among what was ordered.");
        return verdict(isIn(fact.name), "Drawn so.");
      }
      case "action":
        return cannotTell("The studio knows no poses by name.");
      case "place":
        return request.location?.name.toLowerCase() === fact.what.toLowerCase()
          ? verdict(true, "Drawn there.")
          : compare([[sceneWordsIn(fact.what).place, reading.place]]);
      case "light": {
        const { time, weather } = sceneWordsIn(fact.what);
        const isOutside = reading.air === "open";
        return compare([
          [time, reading.time],
          [isOutside ? weather : undefined, reading.weather],
        ]);
      }
      case "shot":
        return compare([[fact.what, shot]]);
      case "thing": {
        const [thing] = sceneWordsIn(fact.what).props;
        if (!thing) return cannotTell("The studio does not draw such things.");
        return verdict(isDrawn(thing), "By what was drawn.");
      }
      case "lettering":
        return verdict(!(back + front).includes("<text"), "By what was drawn.");
      case "limbs":
        return verdict(true, "Figures are drawn whole.");
    }
  };
}
