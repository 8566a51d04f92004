import { choicesOf, type ObjectInfo } from "./graph";
import type { Workflow } from "./workflow";

/**
 * Names of what a workflow needs and the server lacks: node classes, model files, and settings that
 * the server does not know.
 */
export function missingFor({ graph, slots }: Workflow, info: ObjectInfo): string[] {
  const filled = new Set([...slots.values()].flat().map(({ node, field }) => `${node} ${field}`));
  const missing = Object.entries(graph).flatMap(([id, node]) => {
    if (!(node.class_type in info)) return [`the node ${node.class_type}`];
    return Object.entries(node.inputs).flatMap(([field, value]) => {
      if (typeof value !== "string" || filled.has(`${id} ${field}`)) return [];
      const choices = choicesOf(info, node, field);
      if (!choices || choices.includes(value)) return [];
      const isFile = /\.\w{2,12}$/.test(value);
      return [`the ${isFile ? "file" : "setting"} ${value} (${node.class_type}, ${field})`];
    });
  });
  return [...new Set(missing)];
}
