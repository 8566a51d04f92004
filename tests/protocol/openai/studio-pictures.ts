import type { PaintedFigure } from "@/lib/ai/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { pictureAnswer } from "./pictures";
import type { Reply } from "./replies";

/** The cast of a picture, parsed from the prompt of `painting-prompt.ts`. */
export function listed(prompt: string, heading: string): PaintedFigure[] {
  const list = prompt.split(`${heading}\n`)[1] ?? "";
  const lines = list.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("- "));
  return lines.slice(0, end < 0 ? lines.length : end).map((line) => {
    const [name = "", ...description] = line.slice(2).split(": ");
    return { id: name, name, description: description.join(": ") };
  });
}

/** A picture drawn by the demo painter, or the failure that its words ask for. */
export async function drawnReply(prompt: string, size = "1024x1024", takes = 0): Promise<Reply> {
  if (prompt.includes("[[flagged]]")) {
    const message = "Your request was rejected by the safety system.";
    const type = "image_generation_user_error";
    return { status: 400, code: "moderation_blocked", type, message };
  }
  if (prompt.includes("[[busy]]")) {
    return { status: 429, code: "rate_limit_exceeded", headers: { "retry-after": "2" } };
  }
  if (prompt.includes("[[fail]]")) return { status: 500, type: "server_error" };
  const [width = 1024, height = 1024] = size.split("x").map(Number);
  const start = performance.now();
  const { bytes } = await createDemoPainter().make({
    kind: prompt.startsWith("Portrait") ? "character" : "panel",
    prompt,
    artStyle: "",
    width,
    height,
    seed: prompt,
    figures: listed(prompt, "Who is in it:"),
    model: "",
    attemptId: "",
  });
  const json = pictureAnswer(Buffer.from(bytes).toString("base64"));
  return { json, takes: Math.max(0, takes - (performance.now() - start)) };
}

/** A face for whom a look was asked, in the upper third, side by side. */
export function facesFor(prompt: string) {
  const names = listed(prompt, "People who may be in it:").map(({ name }) => name);
  const room = 1 / Math.max(1, names.length);
  return {
    faces: names.map((name, index) => ({
      name,
      left: (index + 0.3) * room,
      right: (index + 0.7) * room,
      top: 0.15,
      bottom: 0.35,
    })),
  };
}

/** A whole chat completion that was not streamed. */
export const completionOf = (content: string) => ({
  id: "chatcmpl-inkwright",
  object: "chat.completion",
  created: 1_763_769_600,
  model: "studio",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, refusal: null },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 300, completion_tokens: 40, total_tokens: 340 },
});
