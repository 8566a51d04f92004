import { vi } from "vitest";

// Before each test file: a worker runs many, one after the other, and loads libraries once for all
// of them. State in memory of the product or of a test is reset for each file, as in a new process.
const holder = globalThis as typeof globalThis & { environmentOfTests?: NodeJS.ProcessEnv };
holder.environmentOfTests ??= { ...process.env };
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
for (const name of Object.keys(process.env)) {
  if (!(name in holder.environmentOfTests)) delete process.env[name];
}
Object.assign(process.env, holder.environmentOfTests);
// Threads start slowly and keep no state between tasks.
const threads = ["inkwrightEncoder", "inkwrightSigning"];
for (const name of Object.keys(globalThis)) {
  if (name.startsWith("inkwright") && !threads.includes(name))
    Reflect.deleteProperty(globalThis, name);
}
vi.resetModules();
