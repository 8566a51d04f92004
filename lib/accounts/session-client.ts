import { api } from "@/lib/platform/http/fetch";
import type { User } from "./schema";

// Every page asks who is there: nothing else comes with it, and of the schema its types alone.

/** Who is signed in. @throws ApiError 401 when nobody is */
export async function fetchMe(signal?: AbortSignal): Promise<User> {
  const { user } = (await api("/auth/me", { signal, asksWho: true })) as { user: User };
  return user;
}

/** Ends this session and takes its cookies away, also one that holds no more. @throws ApiError */
export async function logout(): Promise<void> {
  await api("/auth/logout", { method: "POST", asksWho: true });
}
