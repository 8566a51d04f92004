import { z } from "../zod";
import { hasMinLength } from "./weighted-length";

/** A text that a person must give, without blanks around it. @param missing says that it is not there */
export const requiredText = (missing: string) =>
  z.string(missing).trim().refine(hasMinLength(1), missing);
