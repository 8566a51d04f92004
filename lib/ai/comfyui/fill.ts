import { roundSide } from "../aspect-ratio";
import type { PaintRequest } from "../painter";
import { markedChange, toPng } from "../pictures";
import { chooseLoras } from "../prompts/loras";
import { negativePrompt, positivePrompt } from "../prompts/negative-prompt";
import { referencesOf, renderPaintingPrompt } from "../prompts/painting-prompt";
import { seedNumber } from "../seed-number";
import { chainLoras, choicesOf, hasOutput, type ObjectInfo, removeNode } from "./graph";
import { type Graph, picturesOf, type Workflow } from "./workflow";

interface Filled {
  graph: Graph;
  /** How many of the request's references it carries. */
  carried: number;
  /** A sentence for the author about what was not possible. */
  note?: string;
}

/**
 * The graph of a request: its inputs are set, its pictures uploaded, and the nodes of pictures and
 * LoRAs that the request lacks are removed.
 * @param upload returns the value of an input that loads the picture
 * @returns null if the workflow needs a picture that the request lacks
 */
export async function fillWorkflow(
  workflow: Workflow,
  request: PaintRequest,
  info: ObjectInfo,
  upload: (png: Uint8Array) => Promise<string>,
): Promise<Filled | null> {
  const graph = structuredClone(workflow.graph);
  const nodesOf = (title: string) => workflow.slots.get(title) ?? [];
  const set = (title: string, value: (before: unknown) => unknown) => {
    for (const { node, field } of nodesOf(title)) {
      const inputs = graph[node]?.inputs;
      if (inputs) inputs[field] = value(inputs[field]);
    }
  };
  const pictures = referencesOf(request, picturesOf(workflow));
  const most = picturesOf(workflow);
  const prompt = workflow.slots.has("negative")
    ? positivePrompt(request, most, workflow.kind === "repair" && workflow.references === 0)
    : renderPaintingPrompt(request, most);
  set("prompt", (before) =>
    typeof before === "string" && before.includes("{prompt}")
      ? before.replaceAll("{prompt}", () => prompt)
      : prompt,
  );
  set("negative", (before) =>
    typeof before === "string" && before ? `${before}, ${negativePrompt}` : negativePrompt,
  );
  set("seed", () => seedNumber(request.seed));
  set("width", () => roundSide(request.width));
  set("height", () => roundSide(request.height));

  const hasInitNode = nodesOf("init image").length > 0;
  const titles = [
    ...(hasInitNode ? ["init image"] : []),
    ...Array.from({ length: workflow.references }, (_, at) => `reference ${at + 1}`),
  ];
  const files = await Promise.all(pictures.map(async ({ bytes }) => upload(await toPng(bytes))));
  for (const [at, file] of files.entries()) set(titles[at] ?? "", () => file);
  const { mask, initialImage } = request;
  if (mask && initialImage) {
    const file = await upload(await markedChange(mask.png, initialImage.bytes));
    set("mask", () => file);
  }
  for (const title of titles.slice(files.length)) {
    for (const { node } of nodesOf(title)) removeNode(graph, node, info);
  }
  const note = setLoras(graph, nodesOf("lora")[0]?.node, request, info);
  if (!hasOutput(graph, info)) return null;
  const carried = pictures.length - (initialImage ? 1 : 0);
  return { graph, carried, ...(note !== undefined && { note }) };
}

/** @returns the sentence about LoRAs that the server lacks */
function setLoras(
  graph: Graph,
  id: string | undefined,
  { figures }: PaintRequest,
  info: ObjectInfo,
): string | undefined {
  const node = id === undefined ? undefined : graph[id];
  if (!id || !node) return undefined;
  const { found, note } = chooseLoras(figures, choicesOf(info, node, "lora_name") ?? []);
  if (found.length > 0) chainLoras(graph, id, found);
  else removeNode(graph, id, info);
  return note;
}
