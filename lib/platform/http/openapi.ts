import "server-only";
import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import { z } from "@/lib/platform/zod";
import { brand } from "../brand";
import { env } from "../env";
import { type ErrorCode, errorStatus } from "../errors";
import {
  type Declaration,
  type Endpoint,
  type Method,
  methods,
  type RawStatus,
  refused,
} from "./route";

type FailureStatus = (typeof errorStatus)[ErrorCode];

/** A path such as `/stories/{storyId}`, without `/api`, and its endpoints. */
export interface ManifestEntry {
  path: string;
  endpoints: Partial<Record<Method, Endpoint>>;
}

interface DeclaredCall {
  method: Method;
  path: string;
  endpoint: Endpoint;
  declaration: Declaration;
}

/** Every declared call of a manifest, except calls that answer 405. */
export function declaredCalls(manifest: readonly ManifestEntry[]): DeclaredCall[] {
  return manifest.flatMap(({ path, endpoints }) =>
    methods.flatMap((method): DeclaredCall[] => {
      const endpoint = endpoints[method];
      return !endpoint || endpoint.declaration === refused
        ? []
        : [{ method, path, endpoint, declaration: endpoint.declaration }];
    }),
  );
}

const failureSchema = z
  .object({
    success: z.literal(false),
    error: z.object({ code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]) }),
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Failure" });

const statusDescriptions: Record<FailureStatus | RawStatus, string> = {
  206: "The part that was requested",
  304: "Unchanged",
  400: "Something that was sent is wrong",
  401: "Not signed in, or with wrong credentials",
  402: "Beyond the budget; Retry-After says how long to wait",
  403: "Not allowed, or sent from another site",
  404: "Not there, or not for the viewer to see",
  405: "Not a method of this address",
  408: "Sent too slowly",
  409: "Contradicts what is stored, such as a stale version",
  413: "Larger than this call accepts",
  415: "Not sent as application/json",
  416: "Beyond the end of the file",
  422: "Refused for its content",
  429: "Too often; Retry-After says how long to wait",
  500: "Our fault",
  501: "Not something that this server does",
  502: "A provider's fault",
  503: "Busy; Retry-After says how long to wait",
  507: "No room left to store it",
};

/**
 * Failure statuses that follow from a declaration. Every write may also conflict; a write without
 * authentication may carry wrong credentials, and services count attempts that no `limit` shows.
 */
function failureStatuses(method: Method, declaration: Declaration): FailureStatus[] {
  const { auth, params, query, rawBody, limit, failures = [] } = declaration;
  const isWrite = method !== "GET";
  const statuses: FailureStatus[] = [500, 503, ...failures.map((code) => errorStatus[code])];
  if (query || isWrite) statuses.push(400);
  if (auth !== "none" || isWrite) statuses.push(401);
  // Calls of the administrator answer 404 to other viewers.
  if (params || auth !== "none") statuses.push(404);
  if (isWrite || auth === "user") statuses.push(403);
  if (isWrite) statuses.push(408, 409, 413);
  if (isWrite && !rawBody) statuses.push(415);
  if (limit || isWrite) statuses.push(429);
  // Files of users are stored before the answer.
  if (rawBody && auth === "user") statuses.push(507);
  return statuses;
}

const successStatus = ({ response, status = 200 }: Declaration) =>
  response === null ? 204 : status;

/** Every status that the document names for a call. */
export const statusesOf = (method: Method, declaration: Declaration): number[] => [
  successStatus(declaration),
  ...(declaration.statuses ?? []),
  ...failureStatuses(method, declaration),
];

const successOf = ({ response, shape }: Declaration) => {
  if (!(response instanceof z.ZodType)) return null;
  if (shape !== "fields") {
    return z.object({ success: z.literal(true), data: response });
  }
  const fields = response instanceof z.ZodObject ? response : z.object({});
  return fields.extend({ success: z.literal(true) });
};

const isObject = (schema: z.ZodType | undefined): schema is z.ZodObject =>
  schema instanceof z.ZodObject;

function register(registry: OpenAPIRegistry, { method, path, declaration }: DeclaredCall): void {
  const { summary, description, auth, params, query, body, rawBody, response } = declaration;
  const { mediaType, statuses = [] } = declaration;
  const success = successOf(declaration);
  registry.registerPath({
    method: method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete",
    path: `/api${path}`,
    summary,
    ...(description && { description }),
    tags: [path.split("/")[1] ?? ""],
    security:
      auth === "none" ? [] : [{ bearer: [] }, { cookie: [] }, ...(auth === "optional" ? [{}] : [])],
    request: {
      ...(isObject(params) ? { params } : {}),
      ...(isObject(query) ? { query } : {}),
      ...((body || rawBody) && {
        body: {
          required: true,
          content: {
            ...(rawBody && { [rawBody.mediaType]: { schema: binary } }),
            ...(body && { "application/json": { schema: body } }),
          },
        },
      }),
    },
    responses: {
      [successStatus(declaration)]: success
        ? { description: "Success", content: { "application/json": { schema: success } } }
        : mediaType
          ? { description: "Success", content: { [mediaType]: { schema: {} } } }
          : { description: response === null ? "Success, without a body" : "Success" },
      ...Object.fromEntries([
        ...statuses.map((code) => [code, { description: statusDescriptions[code] }]),
        ...failureStatuses(method, declaration).map((code) => [
          code,
          {
            description: statusDescriptions[code],
            content: { "application/json": { schema: failureSchema } },
          },
        ]),
      ]),
    },
  });
}

const binary = { type: "string", format: "binary" } as const;

/** The OpenAPI 3.1 document of all declared calls. */
export function openApiDocument(manifest: readonly ManifestEntry[]): Record<string, unknown> {
  const registry = new OpenAPIRegistry();
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
  });
  registry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "token",
    description: "Writes also need an Origin of this site.",
  });
  for (const call of declaredCalls(manifest)) register(registry, call);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: { title: brand.name, version: "1.0.0", description: brand.tagline },
    servers: [{ url: env().APP_URL ?? "/" }],
  }) as unknown as Record<string, unknown>;
}
