import type { Graph, WorkflowNode } from "./workflow";

/** What `/object_info` says of a class of nodes. */
export interface NodeInfo {
  input: { required?: Record<string, unknown>; optional?: Record<string, unknown> };
  /** The type of each output. */
  output: unknown[];
  output_node?: boolean | undefined;
}
export type ObjectInfo = Record<string, NodeInfo>;

const isLink = (value: unknown): value is [string, number] =>
  Array.isArray(value) && value.length === 2 && typeof value[1] === "number";

/** The published specification of an input: its type, then its options. */
function specOf(info: ObjectInfo, { class_type }: WorkflowNode, field: string): unknown[] {
  const { required = {}, optional = {} } = info[class_type]?.input ?? {};
  const spec = required[field] ?? optional[field];
  return Array.isArray(spec) ? spec : [];
}

/** The values that an input accepts; null if it accepts any. */
export function choicesOf(info: ObjectInfo, node: WorkflowNode, field: string): unknown[] | null {
  const [type, options] = specOf(info, node, field);
  if (Array.isArray(type)) return type;
  const listed = type === "COMBO" && (options as { options?: unknown } | undefined)?.options;
  return Array.isArray(listed) ? listed : null;
}

/**
 * Removes a node as ComfyUI bypasses it: each link to it moves to the node's own input of the same
 * type. Without such an input, an optional link is removed, and so is a node that requires it.
 */
export function removeNode(graph: Graph, id: string, info: ObjectInfo): void {
  const node = graph[id];
  if (!node) return;
  delete graph[id];
  for (const [consumerId, consumer] of Object.entries(graph)) {
    for (const [field, value] of Object.entries(consumer.inputs)) {
      if (!isLink(value) || value[0] !== id || !graph[consumerId]) continue;
      const type = info[node.class_type]?.output[value[1]];
      const source = Object.entries(node.inputs).find(
        ([name, link]) => isLink(link) && link[0] in graph && specOf(info, node, name)[0] === type,
      );
      const isOptional = field in (info[consumer.class_type]?.input.optional ?? {});
      if (source) consumer.inputs[field] = source[1];
      else if (isOptional) delete consumer.inputs[field];
      else removeNode(graph, consumerId, info);
    }
  }
}

/** Whether the graph still has a node that stores or shows a picture. */
export const hasOutput = (graph: Graph, info: ObjectInfo): boolean =>
  Object.values(graph).some(({ class_type }) => info[class_type]?.output_node);

interface Lora {
  file: string;
  weight: number;
}

function setLora({ inputs }: WorkflowNode, { file, weight }: Lora): void {
  inputs.lora_name = file;
  for (const field of ["strength_model", "strength_clip"]) {
    if (field in inputs) inputs[field] = weight;
  }
}

/** Sets the LoRA of a node; each additional LoRA gets its own node before it. */
export function chainLoras(graph: Graph, id: string, [first, ...rest]: Lora[]): void {
  const node = graph[id];
  if (!node || !first) return;
  setLora(node, first);
  for (const [at, lora] of rest.entries()) {
    const copy = structuredClone(node);
    setLora(copy, lora);
    const copyId = `${id}-${at + 2}`;
    graph[copyId] = copy;
    for (const [output, field] of ["model", "clip"].entries()) {
      if (field in node.inputs) node.inputs[field] = [copyId, output];
    }
  }
}
