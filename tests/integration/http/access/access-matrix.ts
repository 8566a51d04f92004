import { accounts } from "./accounts";
import { generation } from "./generation";
import { scenes } from "./scenes";
import { site } from "./site";
import { stories } from "./stories";
import type { Access } from "./subject";

/** Every call of the interface, and who may make it. */
export const accessMatrix: Record<string, Access> = {
  ...stories,
  ...scenes,
  ...generation,
  ...accounts,
  ...site,
};
