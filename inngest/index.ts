import * as jobs from "./functions/jobs";
import { prepareVariants } from "./functions/prepare-variants";
import { sendMail } from "./functions/send-mail";
import * as upkeep from "./functions/upkeep";

/** Every durable function of the product. */
export const functions = [
  ...Object.values(jobs),
  prepareVariants,
  sendMail,
  ...Object.values(upkeep),
];
