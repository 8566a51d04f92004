import { jobFunctions } from "./functions/jobs";
import { sendMail, sendReportsMail } from "./functions/send-mail";
import { upkeepFunctions } from "./functions/upkeep";

/** Every durable function of the product. */
export const functions = [...jobFunctions, sendMail, sendReportsMail, ...upkeepFunctions];
