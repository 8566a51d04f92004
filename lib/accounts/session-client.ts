import { api } from "@/lib/platform/http/fetch";
import type { User } from "./schema";

// Every page asks who is there: nothing else comes with it, and the schema when somebody may be.
const schemas = () => import("./schema");

/** Who is signed in. @throws ApiError 401 when nobody is */
export async function fetchMe(signal?: AbortSignal): Promise<User> {
  const response = async () => (await schemas()).meDto;
  return (await api("/auth/me", { signal, skipSessionCheck: true, response })).user;
}

/** Ends this session and takes its cookies away, also one that holds no more. @throws ApiError */
export async function logout(): Promise<void> {
  const response = async () => (await schemas()).messageDto;
  await api("/auth/logout", { method: "POST", skipSessionCheck: true, response });
}
