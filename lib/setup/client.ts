import { dataOf } from "@/lib/platform/http/envelope";
import { api } from "@/lib/platform/http/fetch";
import { type Setup, setupDto } from "./schema";

/** Asks every engine whether it is there. @throws ApiError */
export const checkEngines = async (): Promise<Setup> =>
  (await api("/setup/check", { method: "POST", response: dataOf(setupDto) })).data;
