import { jobFunctions } from "./functions/jobs";
import { upkeepFunctions } from "./functions/upkeep";

/** Every durable function of the product. */
export const functions = [...jobFunctions, ...upkeepFunctions];
