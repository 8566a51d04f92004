import type { Bubbles } from "./editing";
import type { TextBubble } from "./schema";

type Fields = Record<string, unknown>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges two edits of the same bubbles, such as those of two tabs, field by field.
 * @param prefer `theirs` takes their version of a bubble or order that both sides changed differently
 * @returns null for such a conflict without `prefer`
 */
export function mergeBubbles(
  base: Bubbles,
  mine: Bubbles,
  theirs: Bubbles,
  prefer?: "theirs",
): Bubbles | null {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base) || isSame(theirs, mine)) return mine;
  const order = mergeOrder(base, mine, theirs, prefer);
  if (!order) return null;
  const merged: TextBubble[] = [];
  for (const id of order) {
    const [before, own, other] = [base, mine, theirs].map((list) => list.find((b) => b.id === id));
    const bubble = mergeBubble(before, own, other);
    if (bubble === null && !prefer) return null;
    const kept = bubble === null ? other : bubble;
    if (kept) merged.push(kept);
  }
  return merged;
}

/**
 * Ids of all bubbles in the merged order; null for a conflict. Bubbles that one side has added come
 * last; with `prefer`, theirs do where possible, so that the others keep their positions.
 */
function mergeOrder(
  base: Bubbles,
  mine: Bubbles,
  theirs: Bubbles,
  prefer?: "theirs",
): Set<string> | null {
  const isOrderKept = (other: Bubbles) => isSame(orderOf(base, other), orderOf(other, base));
  if (prefer) return isOrderKept(theirs) ? idsOf(mine, theirs) : idsOf(theirs, mine);
  if (isOrderKept(mine)) return idsOf(theirs, mine);
  return isOrderKept(theirs) ? idsOf(mine, theirs) : null;
}

const idsOf = (first: Bubbles, second: Bubbles) =>
  new Set([...first, ...second].map(({ id }) => id));

/** Ids of the bubbles that both lists have, in the order of the first. */
const orderOf = (bubbles: Bubbles, others: Bubbles) =>
  bubbles.map(({ id }) => id).filter((id) => others.some((other) => other.id === id));

/** The merged bubble; undefined if it is deleted, null for a conflict. */
function mergeBubble(
  base: TextBubble | undefined,
  mine: TextBubble | undefined,
  theirs: TextBubble | undefined,
): TextBubble | undefined | null {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base) || isSame(theirs, mine)) return mine;
  if (!base || !mine || !theirs) return null;
  const rest = mergeFields(withoutStyle(base), withoutStyle(mine), withoutStyle(theirs));
  const style = mergeFields(base.style, mine.style, theirs.style);
  return rest && style && { ...rest, style, byHand: true };
}

const withoutStyle = ({ style: _, byHand: __, ...bubble }: TextBubble) => bubble;

function mergeFields<T extends Fields>(base: T, mine: T, theirs: T): T | null {
  const merged: Fields = { ...theirs };
  for (const [name, value] of Object.entries(mine)) {
    if (isSame(value, base[name]) || isSame(value, theirs[name])) continue;
    if (!isSame(theirs[name], base[name])) return null;
    merged[name] = value;
  }
  return merged as T;
}
