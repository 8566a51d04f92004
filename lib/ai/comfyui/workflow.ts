import { z } from "zod";

/** A node of a workflow in ComfyUI's API format; an input is a value or [node, output]. */
const nodeShape = z.looseObject({
  class_type: z.string().min(1).max(200),
  inputs: z.record(z.string().max(200), z.unknown()),
  _meta: z.looseObject({ title: z.string().max(500).optional() }).optional(),
});
const graphShape = z.record(z.string().max(100), nodeShape);
export type WorkflowNode = z.infer<typeof nodeShape>;
export type Graph = z.infer<typeof graphShape>;

/** The inputs that a title may name, with the fields of a node that can take each. */
const text = ["text", "prompt", "value", "string"];
const slots: [title: RegExp, fields: string[]][] = [
  [/^(?:prompt|negative)$/, text],
  [/^seed$/, ["seed", "noise_seed", "value"]],
  [/^width$/, ["width", "value"]],
  [/^height$/, ["height", "value"]],
  [/^(?:reference [1-9]\d?|mask|init image)$/, ["image"]],
  [/^lora$/, ["lora_name"]],
];

interface Slot {
  node: string;
  field: string;
}

/** `text`: from words alone. `edit`: with pictures. `repair`: with a mask as well. */
export type WorkflowKind = "text" | "edit" | "repair";

export interface Workflow {
  name: string;
  graph: Graph;
  kind: WorkflowKind;
  /** The nodes of each input that a title names. */
  slots: Map<string, Slot[]>;
  /** How many reference pictures it takes. */
  references: number;
}

/** A workflow that cannot be used; the message is for the administrator. */
export class WorkflowError extends Error {}

/** The inputs that a node's title names; several are separated by commas: `width, height`. */
function slotsOf(node: WorkflowNode): [string, string][] {
  const titles = (node._meta?.title ?? "").toLowerCase().split(",");
  return titles.flatMap((part) => {
    const title = part.trim().replace(/\s+/g, " ");
    const fields = slots.find(([pattern]) => pattern.test(title))?.[1];
    if (!fields) return [];
    const field = fields.find((name) => name in node.inputs);
    if (field) return [[title, field]];
    throw new WorkflowError(
      `The node titled '${title}' (${node.class_type}) has no input ${fields.join(", ")}.`,
    );
  });
}

/**
 * Reads a workflow and finds its inputs by the titles of its nodes.
 * @throws WorkflowError
 */
export function readWorkflow(name: string, json: unknown): Workflow {
  if (typeof json === "object" && json !== null && "nodes" in json && "links" in json) {
    throw new WorkflowError(
      "This is a workflow as ComfyUI's editor saves it. Export it with 'Export (API)' instead.",
    );
  }
  const parsed = graphShape.safeParse(json);
  if (!parsed.success || Object.keys(parsed.data).length === 0) {
    throw new WorkflowError("This is no workflow in ComfyUI's API format.");
  }
  const graph = parsed.data;
  const found = new Map<string, Slot[]>();
  for (const [id, node] of Object.entries(graph)) {
    for (const [title, field] of slotsOf(node)) {
      found.set(title, [...(found.get(title) ?? []), { node: id, field }]);
    }
  }
  if (!found.has("prompt")) throw new WorkflowError("No node is titled 'prompt'.");
  const references = [...found.keys()].filter((title) => title.startsWith("reference ")).length;
  const gap = Array.from({ length: references }, (_, at) => `reference ${at + 1}`).find(
    (title) => !found.has(title),
  );
  if (gap) throw new WorkflowError(`No node is titled '${gap}', although later ones are there.`);
  const hasPicture = references > 0 || found.has("init image");
  if (found.has("mask") && !hasPicture) {
    throw new WorkflowError("A workflow with a mask needs a node titled 'init image'.");
  }
  const kind = found.has("mask") ? "repair" : hasPicture ? "edit" : "text";
  return { name, graph, kind, slots: found, references };
}

/** Number of pictures that a workflow takes, including the picture to change. */
export const picturesOf = ({ references, slots: found }: Workflow): number =>
  references + (found.has("init image") ? 1 : 0);

/**
 * The workflow for a request: one that takes the picture to change, the one that takes the most
 * reference pictures, or one that works from words alone. Undefined if there is none.
 */
export function chooseWorkflow(
  workflows: readonly Workflow[],
  wanted: { hasMask: boolean; hasInitial: boolean; references: number },
): Workflow | undefined {
  const { hasMask, hasInitial, references } = wanted;
  const fresh = workflows.filter(
    ({ kind, slots: found }) => kind !== "repair" && !found.has("init image"),
  );
  if (hasMask) return workflows.find(({ kind }) => kind === "repair");
  if (hasInitial) {
    const edits = workflows.filter(({ kind }) => kind === "edit");
    return edits.find(({ slots: found }) => found.has("init image")) ?? edits[0];
  }
  const byReferences = fresh.toSorted((a, b) => b.references - a.references);
  if (references > 0) return byReferences[0];
  return fresh.find(({ kind }) => kind === "text") ?? byReferences.at(-1);
}
