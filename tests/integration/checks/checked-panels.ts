/** Panels whose pictures lack something on purpose, and a server that looks at them and errs. */
import { overrideProviders } from "@/lib/ai";
import { createOpenAiVision } from "@/lib/ai/openai/vision";
import type { PaintedImage, PainterModels, PaintRequest } from "@/lib/ai/painter";
import type { ImmediateProvider } from "@/lib/ai/provider";
import type { PictureAnswer } from "@/lib/ai/vision";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { random } from "@/lib/demo-studio/painting/random";
import { createDemoVision } from "@/lib/demo-studio/vision";
import { createJob } from "@/lib/generation/picture/create-job-service";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { transact } from "@/lib/platform/jobs/outbox-service";
import type { PanelContract } from "@/lib/scenes/panels/contract";
import { pictureCheckResult, questionsOf } from "@/lib/scenes/panels/picture-check";
import { costsOfPictures } from "@/lib/spending/estimates";
import { tryVision } from "@/lib/vision/trial-service";
import { startOpenAiServer } from "@/tests/protocol/openai/server";
import { authorWithStory, pictureOf, playEvents, TestWriter } from "../generation/support";

const demoName = "Demo studio";
export const eyesModel = "gpt-4.1-mini";

const places = ["the harbour", "the forest", "the library", "the market"];
const lights = ["at night", "at dusk", "by day"];
const things = ["a boat", "a dog", "a lantern", "a robot", "a bicycle"];

/** What the painter leaves out or draws otherwise. */
const faults = ["nothing", "nothing", "person", "place", "light", "thing"] as const;

function orderOf(index: number) {
  const chance = random(`panel ${index}`);
  const thing = chance.pick(things);
  const contract: PanelContract = {
    people: ["Mara", "Tom"].map((name) => ({ name, outfit: "", action: "" })),
    place: chance.pick(places),
    light: chance.pick(lights),
    shot: "full",
    mustShow: [thing],
  };
  const told = (place: string, light: string, what: string) =>
    `Mara and Tom in ${place} ${light}, panel ${index}.${what && ` Beside them ${what}.`}`;
  const prompt = told(contract.place, contract.light, thing);
  const fault = chance.pick(faults);
  const other = (all: string[], one: string) => chance.pick(all.filter((each) => each !== one));
  const drawn = {
    nothing: prompt,
    person: prompt,
    place: told(other(places, contract.place), contract.light, thing),
    light: told(contract.place, other(lights, contract.light), thing),
    thing: told(contract.place, contract.light, ""),
  }[fault];
  return { contract, prompt, fault, drawn };
}

type Order = ReturnType<typeof orderOf>;

/** The demo studio, billed as a vendor, that draws an order with its fault, and mends most faults. */
class FaultyPainter implements PainterModels, ImmediateProvider<PaintRequest, PaintedImage> {
  readonly name = demoName;
  readonly demo = false;
  /** What is in the picture that was drawn last, in the terms of a contract's questions. */
  facts = new Map<string, PictureAnswer["answer"]>();
  order: Order | undefined;

  maxReferences = () => 0;
  billed = () => ({ provider: "replicate", model: "bytedance/seedream-4" });

  async make(request: PaintRequest): Promise<PaintedImage> {
    const { order } = this;
    if (!order) throw new Error("Nothing is ordered.");
    const isRepair = request.initialImage !== undefined;
    const isMended = isRepair && random(`mended ${order.prompt}`).chance(0.8);
    const cast = ["Mara", "Tom"].map((name) => ({
      id: name,
      name,
      description: `${name}, grown up`,
    }));
    const isWhole = isMended || order.fault !== "person";
    const drawn = {
      kind: "panel" as const,
      artStyle: "",
      seed: order.prompt,
      figures: cast,
      prompt: `${isMended ? order.prompt : order.drawn}\nShot: full.`,
    };
    if (!isWhole) drawn.figures = cast.slice(0, 1);
    const made = await createDemoPainter().make({
      ...drawn,
      width: 192,
      height: 256,
      model: "",
      attemptId: "",
    });
    const known = await createDemoVision(demoName).answer({
      picture: made.bytes,
      references: [],
      questions: questionsOf(order.contract, []),
      loadProvenance: async () => ({ ...drawn, model: demoName, changes: [] }),
    });
    this.facts = new Map(known.map(({ id, answer }) => [id, answer]));
    const usage = { milliseconds: 1, outcome: "completed" as const, units: { images: 1 } };
    request.onUsage?.({ ...this.billed(), kind: "image", ...usage });
    return { ...made, model: demoName };
  }
}

/** Shares of answers that a server gets wrong. */
export interface ErrorRates {
  /** Faults that it does not see. */
  overlooked: number;
  /** Faults that it sees where there are none. */
  invented: number;
  unsure: number;
}

/** @param rates null: it says yes to everything */
function startEyes(painter: FaultyPainter, rates: ErrorRates | null) {
  const chance = random("eyes");
  const answerTo = (question: string): PictureAnswer["answer"] => {
    if (!rates) return "yes";
    // The pictures of the trial: what is asked of both is told by the questions themselves.
    if (!painter.order)
      return /five|library|elephant|crowd|ship|dragon/.test(question) ? "no" : "yes";
    const asked = questionsOf(painter.order.contract, []);
    const id = asked.find(({ text }) => question.startsWith(text))?.id ?? "";
    const fact = painter.facts.get(id) ?? "yes";
    if (chance.chance(rates.unsure)) return "cannot tell";
    if (fact === "no") return chance.chance(rates.overlooked) ? "yes" : "no";
    return chance.chance(rates.invented) ? "no" : "yes";
  };
  return startOpenAiServer({
    models: [eyesModel],
    answers: {
      chat: ({ messages }) => {
        const parts: { type: string; text?: string }[] = messages.at(-1).content;
        const text = parts.flatMap((part) => part.text ?? []).join("\n");
        const answers = [...text.matchAll(/^(q\d+): (.*)$/gm)].map(([, id, question = ""]) => ({
          id,
          reason: "As it looks.",
          answer: answerTo(question),
        }));
        const content = JSON.stringify({ answers });
        const pictures = parts.filter(({ type }) => type === "image_url").length;
        return {
          json: {
            id: `chatcmpl-${Math.floor(chance() * 1e9)}`,
            object: "chat.completion",
            created: 1,
            model: eyesModel,
            choices: [
              {
                index: 0,
                finish_reason: "stop",
                logprobs: null,
                message: { role: "assistant", content, refusal: null },
              },
            ],
            usage: {
              prompt_tokens: pictures * 1_100 + Math.ceil(text.length / 4) + 250,
              completion_tokens: Math.ceil(content.length / 4),
              total_tokens: 0,
            },
          },
        };
      },
    },
  });
}

/** Draws, checks and repairs panels one after the other. */
export async function checkPanels(count: number, rates: ErrorRates | null) {
  await db.engineStatus.deleteMany({ where: { port: "checks" } });
  const painter = new FaultyPainter();
  const server = await startEyes(painter, rates);
  const vision = createOpenAiVision({ baseUrl: server.url, model: eyesModel });
  overrideProviders({ writer: new TestWriter([]), painter, vision });
  const { author, story } = await authorWithStory();
  const storyId = story.id;
  await db.story.update({ where: { id: storyId }, data: { pictureCheck: "repair" } });
  const portrait = await storePicture(await pictureOf("Mara"), { origin: "drawn" });
  const characters = await Promise.all(
    ["Mara", "Tom"].map((name) =>
      db.character.create({
        data: {
          storyId,
          name,
          description: `${name} has been here for long.`,
          imagePrompt: `${name}, grown up`,
          seed: name,
          primaryMediaId: portrait.id,
        },
      }),
    ),
  );
  const characterIds = characters.map(({ id }) => id);
  // Nothing is ordered yet: the model is shown the pictures of its trial.
  await tryVision();
  const tally = { found: 0, overlooked: 0, invented: 0, repairs: 0, mended: 0 };
  const repairsOfPanels: number[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const order = orderOf(index);
      const scene = await db.scene.create({
        data: {
          storyId,
          sceneNumber: index + 1,
          status: "completed",
          panels: {
            create: {
              panelNumber: 1,
              status: "queued",
              shot: "full",
              characterIds,
              imagePrompt: order.prompt,
              contract: order.contract,
            },
          },
        },
        include: { panels: true },
      });
      const panelId = scene.panels[0]?.id ?? "";
      const place = { ownerId: author.viewer.id, storyId, sceneId: scene.id, panelId };
      const input = { prompt: order.prompt };
      await transact((tx, send) => createJob(tx, send, { ...place, kind: "panel_image", input }));
      painter.order = order;
      const firstFacts = { now: new Map<string, string>() };
      const make = painter.make.bind(painter);
      painter.make = async (request) => {
        const made = await make(request);
        if (!request.initialImage) firstFacts.now = painter.facts;
        return made;
      };
      await playEvents();
      painter.make = make;
      const takes = await db.take.findMany({ where: { panelId }, orderBy: { createdAt: "asc" } });
      repairsOfPanels.push(takes.length - 1);
      tally.repairs += takes.length - 1;
      if (takes.length > 1 && ![...painter.facts.values()].includes("no")) tally.mended += 1;
      for (const { id, answer } of pictureCheckResult.safeParse(takes[0]?.check).data?.answers ??
        []) {
        const isFault = firstFacts.now.get(id) === "no";
        if (isFault && answer === "no") tally.found += 1;
        else if (isFault && answer === "yes") tally.overlooked += 1;
        else if (!isFault && answer === "no") tally.invented += 1;
      }
    }
  } finally {
    await server.close();
  }
  const calls = await db.providerCall.findMany({ where: { storyId } });
  const spent = calls.reduce((sum, { costMicros }) => sum + Number(costMicros), 0);
  const { micros } = costsOfPictures(story.imageGenerationModel, "repair").panel;
  const { found, overlooked, invented } = tally;
  const figures = {
    ...tally,
    precision: found / (found + invented),
    recall: found / (found + overlooked),
    checks: await db.take.count({
      where: { panel: { scene: { storyId } }, check: { path: ["model"], equals: eyesModel } },
    }),
    spent,
    estimate: count * micros,
  };
  return { storyId, figures, repairsOfPanels, server, calls };
}
