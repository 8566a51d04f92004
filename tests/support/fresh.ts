import { vi } from "vitest";

// Before each test file: a worker runs many, one after the other, and loads libraries once for all
// of them. What the product or a test keeps in memory is of one file, as in a process of its own.
const holder = globalThis as typeof globalThis & { environmentOfTests?: NodeJS.ProcessEnv };
holder.environmentOfTests ??= { ...process.env };
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
for (const name of Object.keys(process.env)) {
  if (!(name in holder.environmentOfTests)) delete process.env[name];
}
Object.assign(process.env, holder.environmentOfTests);
// Threads take long to start and keep nothing of what they did.
const threads = ["inkwrightEncoder", "inkwrightSigning"];
for (const name of Object.keys(globalThis)) {
  if (name.startsWith("inkwright") && !threads.includes(name))
    Reflect.deleteProperty(globalThis, name);
}
vi.resetModules();
