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
