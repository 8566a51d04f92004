import { claimReadings, unclaimedReadings } from "@/components/reader/progress/local-position";
import { api } from "@/lib/platform/http/fetch";

/** Tells the account what was read on this device before sign-in. @throws ApiError */
export async function sendUnclaimedReadings(viewerId: string): Promise<void> {
  const readings = unclaimedReadings();
  if (readings.length === 0) return;
  const body = { readings };
  await api("/readings", { method: "PUT", body, skipSessionCheck: true, response: null });
  claimReadings(viewerId);
}
