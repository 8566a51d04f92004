import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DELETE, GET, PATCH, POST, PUT } from "@/app/api/[...missing]/route";
import { manifest } from "@/app/api/manifest";
import { GET as getDocument } from "@/app/api/openapi.json/route";
import { declaredCalls } from "@/lib/platform/http/openapi";
import { visitor } from "./harness";

const root = path.resolve(import.meta.dirname, "../../../app/api");
/** Answers to unknown addresses, the document itself, and protocols that are not ours. */
const leftOut = ["/[...missing]", "/openapi.json", "/inngest", "/auth/[...nextauth]"];

const routeFolders = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .map((file) => `/${path.dirname(file).replaceAll(path.sep, "/")}`);

describe("the manifest of calls", () => {
  it("lists every route module and nothing else", () => {
    const expected = routeFolders
      .filter((folder) => !leftOut.includes(folder))
      .map((folder) => folder.replaceAll("[", "{").replaceAll("]", "}"))
      .sort();
    expect(manifest.map((entry) => entry.path).sort()).toEqual(expected);
  });

  it("has a summary for every call", () => {
    for (const { declaration } of declaredCalls(manifest)) {
      expect(declaration.summary.length).toBeGreaterThan(10);
    }
  });
});

describe("the OpenAPI document", () => {
  const load = async () => {
    const response = await getDocument(new Request("http://comics.test/api/openapi.json"), {
      params: Promise.resolve({}),
    });
    return response.json();
  };

  it("has every declared call with its inputs and responses", async () => {
    const document = await load();
    expect(document.openapi).toBe("3.1.0");
    for (const { method, path: route, declaration } of declaredCalls(manifest)) {
      const operation = document.paths[`/api${route}`]?.[method.toLowerCase()];
      expect(operation, `${method} ${route}`).toBeDefined();
      const names = (operation.parameters ?? []).map((one: { name: string }) => one.name);
      for (const [, name] of route.matchAll(/\{(\w+)\}/g)) {
        if (declaration.params) expect(names, `${method} ${route}`).toContain(name);
      }
      expect(Boolean(operation.requestBody)).toBe(
        Boolean(declaration.body) || Boolean(declaration.rawBody),
      );
      const success = declaration.response === null ? 204 : (declaration.status ?? 200);
      expect(operation.responses[success], `${method} ${route}`).toBeDefined();
      expect(operation.responses[500].content["application/json"].schema.$ref).toContain("Failure");
    }
  });

  it.each([
    ["post", "/ai/improve-text", [402, 422, 429, 502]],
    ["post", "/ai/generate-character-from-description", [402, 422, 502]],
    ["post", "/ai/generate-scene", [402]],
    ["post", "/ai/generate-panel-image", [402]],
    ["post", "/auth/login", [401, 429]],
    ["put", "/auth/profile", [429]],
    ["get", "/stories", [429]],
    ["post", "/upload/image", [507]],
    ["post", "/stories/import", [507]],
    ["get", "/scenes/{sceneId}/panels/{panelNumber}/render", [304]],
  ])("names the statuses of %s %s that its services decide", async (method, path, statuses) => {
    const { responses } = (await load()).paths[`/api${path}`][method];
    for (const status of statuses) expect(responses).toHaveProperty([String(status)]);
    for (const { description } of Object.values<{ description: string }>(responses))
      expect(description).toMatch(/^[A-Z]/);
  });

  it("has both bodies of an upload, and the media type of a download", async () => {
    const { paths } = await load();
    for (const path of ["/api/upload/image", "/api/stories/import"])
      expect(paths[path].post.requestBody.content).toHaveProperty(["application/json"]);
    for (const { method, path, declaration } of declaredCalls(manifest)) {
      if (declaration.response !== "raw") continue;
      const { responses } = paths[`/api${path}`][method.toLowerCase()];
      expect(responses[200].content, path).toBeDefined();
    }
  });

  it("says where a sign-in is needed", async () => {
    const { paths } = await load();
    expect(paths["/api/health"].get.security).toEqual([]);
    expect(paths["/api/stories"].post.security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(paths["/api/stories"].get.security).toContainEqual({});
  });

  it("resolves every reference it makes", async () => {
    const document = await load();
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(document.components.schemas).toHaveProperty([name ?? ""]);
  });
});

describe("addresses and methods", () => {
  it("returns the usual error shape for an unknown address", async () => {
    for (const [method, endpoint] of Object.entries({ GET, POST, PUT, PATCH, DELETE })) {
      const request = new Request("http://comics.test/api/nothing", { method });
      const response = await endpoint(request);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false, error: { code: "not_found" } });
      expect(response.headers.get("x-request-id")).toBeTruthy();
    }
  });

  it("returns 405 for another method, with the allowed ones", async () => {
    const answer = await visitor.delete("/stories");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, POST");
    expect(answer.body).toMatchObject({ success: false, error: { code: "method_not_allowed" } });
  });

  it("reports liveness without any other call", async () => {
    expect(await visitor.get("/health")).toMatchObject({ status: 200 });
  });
});
