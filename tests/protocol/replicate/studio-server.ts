import { createDemoAnimator } from "@/lib/demo-studio/animator";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { listed } from "../openai/studio-pictures";
import { type Output, sizeOf } from "./outputs";
import { picturesOf } from "./published-schema";
import { type Ending, type ReplicateServer, startReplicateServer } from "./server";

interface StudioOptions {
  token?: string;
  port?: number;
  /** The least time that something takes, in milliseconds. */
  takes?: number;
  webhookSecret?: string;
}

const painter = createDemoPainter();
const animator = createDemoAnimator();

/** The request, parsed from the prompt of `painting-prompt.ts`. */
function readPrompt(text: string) {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "mu").exec(text)?.[1] ?? "";
  const told = text
    .split("\n")
    .slice(1)
    .filter(
      (line) =>
        !/^(Style:|- |Who is in it:|Where it is:|Reference pictures:|No lettering)/u.test(line),
    );
  const kind = text.startsWith("Portrait") ? "character" : "panel";
  const [location] = listed(text, "Where it is:");
  return {
    kind: text.startsWith("A view") ? ("location" as const) : (kind as "character" | "panel"),
    prompt: told.join("\n"),
    artStyle: field("Style"),
    figures: listed(text, "Who is in it:"),
    ...(location ? { location } : {}),
  };
}

const bytesOf = (dataUri = "") => Buffer.from(dataUri.split(",")[1] ?? "", "base64");

/** Draws what a model would draw, in about the size in which it would. */
async function draw(input: Record<string, unknown>): Promise<Output> {
  const text = String(input.prompt);
  const size = sizeOf(input);
  // No two answers of a model are alike.
  const order = { ...size, seed: crypto.randomUUID(), model: "", attemptId: "" };
  const change = /^Change the first picture: (.*)$/mu.exec(text)?.[1];
  const asked = change
    ? {
        kind: "free" as const,
        prompt: change,
        artStyle: "",
        figures: [],
        initialImage: { bytes: bytesOf(picturesOf(input)[0]) },
      }
    : readPrompt(text);
  const { bytes } = await painter.make({ ...order, ...asked });
  return { bytes, mediaType: "image/jpeg", extension: "jpg" };
}

async function animate(input: Record<string, unknown>): Promise<Output> {
  const image = { bytes: bytesOf(String(input.image)) };
  const order = { image, seed: crypto.randomUUID(), attemptId: "" };
  const { bytes } = await animator.make({ ...order, prompt: String(input.prompt) });
  return { bytes, mediaType: "video/webm", extension: "webm" };
}

/** Words in double brackets make it fail, as they do in the demo studio. */
function endingOf({ prompt }: Record<string, unknown>): Ending {
  if (String(prompt).includes("[[flagged]]")) {
    return {
      failed:
        "The input or output was flagged as sensitive. Please try again with different inputs. (E005)",
    };
  }
  return String(prompt).includes("[[fail]]") ? { failed: "Prediction failed." } : "succeeded";
}

/** A server whose models are the demo studio's painter and animator. */
export function startReplicateStudio(options: StudioOptions = {}): Promise<ReplicateServer> {
  return startReplicateServer({
    ...options,
    takes: options.takes ?? 0,
    make: (_, input) => (input.image ? animate(input) : draw(input)),
    ending: endingOf,
    refuse: ({ prompt }) =>
      String(prompt).includes("[[busy]]")
        ? { status: 429, detail: "Request was throttled. Your rate limit resets in ~2s." }
        : undefined,
  });
}
