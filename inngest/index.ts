import * as jobs from "./functions/jobs";
import { prepareVariants } from "./functions/prepare-variants";
import * as upkeep from "./functions/upkeep";

/** Every durable function of the product. */
export const functions = [...Object.values(jobs), prepareVariants, ...Object.values(upkeep)];
