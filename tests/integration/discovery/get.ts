import type { Endpoint } from "@/lib/platform/http/route";

/** The complete response. */
export interface Got {
  status: number;
  headers: Headers;
  text: string;
}

/** Asks an address beside the API, as a crawler does. */
export async function get(
  endpoint: Endpoint,
  path: string,
  params: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Got> {
  const request = new Request(`http://comics.test${path}`, {
    headers: { "x-inkwright-peer": "192.0.2.7", ...headers },
  });
  const response = await endpoint(request, { params: Promise.resolve(params) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
