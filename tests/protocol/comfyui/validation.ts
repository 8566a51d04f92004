import type { Node } from "./nodes";

/** A prompt as a client sends it. */
export type Prompt = Record<
  string,
  { class_type?: string; inputs: Record<string, unknown>; _meta?: { title?: string } }
>;

export const isLink = (value: unknown): value is [string, number] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string";

const problem = (type: string, details: string, extra_info: object) => ({
  type,
  message: type,
  details,
  extra_info,
});

/** The faults of one node's inputs (`validate_inputs`). */
function faultsOf(prompt: Prompt, id: string, nodes: Record<string, Node>, uploaded: Set<string>) {
  const { class_type = "", inputs } = prompt[id] as Prompt[string];
  const { required = {}, optional = {} } = nodes[class_type]?.input ?? {};
  return Object.entries({ ...optional, ...required }).flatMap(([name, [type, options]]) => {
    const value = inputs[name];
    const extra = { input_name: name, received_value: value };
    if (value === undefined) {
      return name in required ? [problem("required_input_missing", name, extra)] : [];
    }
    if (isLink(value)) {
      const [from, output] = value;
      const source = prompt[from];
      if (!source) return [problem("exception_during_inner_validation", `'${from}'`, extra)];
      const received = nodes[source.class_type ?? ""]?.output[output];
      return received === type ? [] : [problem("return_type_mismatch", `${received}`, extra)];
    }
    const listed = (options as { options?: unknown[] } | undefined)?.options;
    const choices = Array.isArray(type) ? type : listed;
    const isKnown = !choices || choices.includes(value) || uploaded.has(String(value));
    if (!isKnown) return [problem("value_not_in_list", `${name}: '${value}'`, extra)];
    const isNumber = type !== "INT" || Number.isSafeInteger(value);
    return isNumber ? [] : [problem("invalid_input_type", name, extra)];
  });
}

/** The answer to a prompt that is not taken; null for a valid one (`validate_prompt`). */
export function refusalOf(prompt: Prompt, nodes: Record<string, Node>, uploaded: Set<string>) {
  for (const [id, { class_type = "", _meta }] of Object.entries(prompt)) {
    if (class_type in nodes) continue;
    const title = _meta?.title ?? class_type;
    const message = `Node '${title}' not found. The custom node may not be installed.`;
    const extra_info = { node_id: id, class_type, node_title: title };
    const error = { type: "missing_node_type", message, details: `Node ID '#${id}'`, extra_info };
    return { error, node_errors: {} };
  }
  if (!Object.values(prompt).some(({ class_type = "" }) => nodes[class_type]?.output_node)) {
    const error = { type: "prompt_no_outputs", message: "Prompt has no outputs", details: "" };
    return { error: { ...error, extra_info: {} }, node_errors: {} };
  }
  const node_errors = Object.fromEntries(
    Object.entries(prompt).flatMap(([id, { class_type }]) => {
      const errors = faultsOf(prompt, id, nodes, uploaded);
      return errors.length > 0 ? [[id, { errors, dependent_outputs: [], class_type }]] : [];
    }),
  );
  if (Object.keys(node_errors).length === 0) return null;
  const error = {
    type: "prompt_outputs_failed_validation",
    message: "Prompt outputs failed validation",
    details: "",
    extra_info: {},
  };
  return { error, node_errors };
}
