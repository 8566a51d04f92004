import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";

type Bindings = typeof import("@prisma/schema-engine-wasm") & {
  __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
};

/**
 * Replaces the package's own loader, which does not work in Node: it imports WebAssembly as a
 * module.
 */
async function loadEngine(): Promise<Bindings> {
  const name = "@prisma/schema-engine-wasm/schema_engine_bg";
  const bindings: Bindings = await import(name);
  const folder = path.dirname(createRequire(import.meta.url).resolve(name));
  const code = await readFile(path.join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(code, {
    "./schema_engine_bg.js": { ...bindings } as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
  return bindings;
}

/** Rejects when the engine fails fatally: it then reports the reason and settles no promise. */
function panic(): Promise<never> {
  return new Promise((_, reject) => {
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: {
        set_message: (message: string) => reject(new Error(`Prisma's schema engine: ${message}`)),
      },
    });
  });
}

/**
 * Passes Prisma's schema engine (the WebAssembly build) to `use`, connected to the database.
 * `datamodels` are the schema files as pairs of path and content. Only one call in a process is
 * possible.
 */
export async function withSchemaEngine<T>(
  connectionString: string,
  datamodels: [path: string, content: string][],
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const bindings = await loadEngine();
  const adapter = new PrismaPg({ connectionString, max: 4, idleTimeoutMillis: 500 });
  const engine = await bindings.SchemaEngine.new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await Promise.race([use(engine), panic()]);
  } finally {
    engine.free();
  }
}
