import { jobFunctions } from "./functions/jobs";
import { maintenanceFunctions } from "./functions/maintenance";
import { makeBookFunction } from "./functions/make-book";
import { mailFunctions } from "./functions/send-mail";

/** Every durable function of the product. */
export const functions = [
  ...jobFunctions,
  makeBookFunction,
  ...mailFunctions,
  ...maintenanceFunctions,
];
