import { apiData } from "@/lib/platform/http/fetch";
import { type Setup, setupDto } from "./schema";

/** Checks every engine now. @throws ApiError */
export const checkEngines = (): Promise<Setup> =>
  apiData("/setup/check", { method: "POST", response: setupDto });
