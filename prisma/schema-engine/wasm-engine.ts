import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import { SchemaEngineAdapter } from "./adapter.ts";

type Bindings = typeof import("@prisma/schema-engine-wasm") & {
  __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
};

/** What the package's own loader does, which Node cannot: it imports WebAssembly as a module. */
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

// Once per process: the bindings hold one instance, and a second would pull it from under the first.
let loaded: Promise<Bindings> | undefined;

/** Rejects when the engine gives up for good: it then says why and settles no promise. */
function panic(): Promise<never> {
  return new Promise((_, reject) => {
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: {
        set_message: (message: string) => reject(new Error(`Prisma's schema engine: ${message}`)),
      },
    });
  });
}

/** The engine appends where in its own source an error arose. */
function withoutTrace(message: string): string {
  return message.split(/\n\s+0: /)[0] ?? message;
}

/**
 * Hands Prisma's schema engine (the WebAssembly build) to `use`, connected to the database.
 * `datamodels` are the schema files as pairs of path and content, where the task compares with them.
 */
export async function withSchemaEngine<T>(
  url: string,
  datamodels: [path: string, content: string][] | undefined,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= loadEngine();
  const bindings = await loaded;
  const adapter = new SchemaEngineAdapter({
    connectionString: url,
    max: 4,
    idleTimeoutMillis: 500,
    allowExitOnIdle: true,
  });
  const engine = await bindings.SchemaEngine.new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await Promise.race([use(engine), panic()]);
  } catch (error) {
    const reason = adapter.scriptError ?? (error instanceof Error ? error : String(error));
    const message = typeof reason === "string" ? reason : reason.message;
    throw new Error(withoutTrace(message), { cause: error });
  } finally {
    engine.free();
  }
}
