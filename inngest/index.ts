import { jobFunctions } from "./functions/jobs";
import { makeBookFunction } from "./functions/make-book";
import { sendMail, sendReportsMail } from "./functions/send-mail";
import { upkeepFunctions } from "./functions/upkeep";

/** Every durable function of the product. */
export const functions = [
  ...jobFunctions,
  makeBookFunction,
  sendMail,
  sendReportsMail,
  ...upkeepFunctions,
];
