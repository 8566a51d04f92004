import { z } from "@/lib/platform/zod";
import { ApiError } from "./api-error";
import { type ApiRequest, api } from "./fetch";

/** A call whose answer is `{ success: true, data }`: the data, by its schema. @throws ApiError */
export async function apiData<S extends z.ZodType>(
  path: string,
  request: ApiRequest<S> & { response: S },
): Promise<z.output<S>> {
  const answer = z.object({ success: z.literal(true), data: z.unknown() });
  const { data } = await api(path, { ...request, response: answer });
  return request.response.parse(data);
}

/** What is there now, from the refusal of a save that was based on an older version. */
export function currentOf<S extends z.ZodType>(error: unknown, schema: S): z.output<S> | null {
  if (!(error instanceof ApiError) || error.code !== "stale_version") return null;
  return schema.safeParse(error.body.data).data ?? null;
}
