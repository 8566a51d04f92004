import { apiData } from "@/lib/platform/http/fetch";
import { type Setup, setupDto } from "./schema";

/** Asks every engine whether it is there. @throws ApiError */
export const checkEngines = (): Promise<Setup> =>
  apiData("/setup/check", { method: "POST", response: setupDto });
