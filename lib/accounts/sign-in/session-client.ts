import { api } from "@/lib/platform/http/fetch";
import type { User } from "../schema";

// Every page requests the current user: this module loads nothing else, and the schema only when a
// user may be signed in.
const schemas = () => import("../schema");

/** The signed-in user. @throws ApiError 401 for visitors */
export async function fetchMe(signal?: AbortSignal): Promise<User> {
  const response = async () => (await schemas()).meDto;
  return (await api("/auth/me", { signal, skipSessionCheck: true, response })).user;
}

/** Ends this session and deletes its cookies, also an expired one. @throws ApiError */
export async function logout(): Promise<void> {
  const response = async () => (await schemas()).messageDto;
  await api("/auth/logout", { method: "POST", skipSessionCheck: true, response });
}
