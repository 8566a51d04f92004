import { queryOptions } from "@tanstack/react-query";
import { api, apiData } from "@/lib/platform/http/fetch";
import { readingsDto } from "@/lib/stories/reading/progress-schema";
import { combineReadings } from "@/lib/stories/reading/progression";
import { deviceReadings, removeCard, sendUnsentReadings } from "./device-readings";

/** The viewer's readings, of the account and of this device; a visitor's from this device alone. */
export const readingsOptions = (viewerId: string | undefined) =>
  queryOptions({
    queryKey: ["readings", viewerId ?? null],
    queryFn: async ({ signal }) => {
      if (!viewerId) return combineReadings([], deviceReadings(undefined));
      // Refused or without a connection: the next page tries again.
      await sendUnsentReadings(viewerId).catch(() => undefined);
      const call = { signal, skipSessionCheck: true, response: readingsDto };
      const account = await apiData("/readings", call).catch(() => []);
      return combineReadings(account, deviceReadings(viewerId));
    },
    // Several lists on one page share an answer; the next page asks again.
    staleTime: 5_000,
    gcTime: 60_000,
    refetchOnWindowFocus: true,
    networkMode: "always",
  });

/** Removes a story from 'Continue reading' and keeps its place. @throws ApiError */
export async function removeReading(storyId: string, viewerId: string | undefined) {
  if (viewerId) await api(`/readings/${storyId}`, { method: "DELETE", response: null });
  removeCard(storyId);
}
