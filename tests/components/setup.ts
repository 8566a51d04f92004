import { onlineManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
import { MotionGlobalConfig } from "motion/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { clearSession } from "@/components/accounts/session/session";
import { getQueryClient } from "@/components/shell/query-client";
import { expectedErrors } from "./support/console";
import { router } from "./support/router";
import { closeServer, installServer } from "./support/server";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
configure({
  // The machine may be busy.
  asyncUtilTimeout: 15_000,
  // Errors show the query and the roles found, not the whole document.
  getElementError(message) {
    const error = new Error(message?.split("\nIgnored nodes")[0]?.slice(0, 3_000));
    // Testing Library recognizes the error by its name and replaces its stack.
    return Object.assign(error, { name: "TestingLibraryElementError" });
  },
});

// happy-dom lacks these; and its `navigator.locks` is null, where browsers without locks have none.
Object.defineProperty(document, "fonts", {
  value: { ready: Promise.resolve(), check: () => true },
});
Object.defineProperty(navigator, "locks", { value: undefined });
// An animation that happy-dom cancels rejects a promise that a browser counts as handled.
MotionGlobalConfig.skipAnimations = true;
// It loads no pictures, and says that they are complete and empty: broken.
Object.defineProperty(HTMLImageElement.prototype, "complete", {
  configurable: true,
  get: () => false,
});

beforeEach(() => {
  installServer();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(async () => {
  cleanup();
  // Without a page: sonner would remove them after a moment, when the test's window may be gone.
  toast.dismiss();
  vi.useRealTimers();
  await clearSession();
  getQueryClient().clear();
  sessionStorage.clear();
  localStorage.clear();
  router.reset();
  onlineManager.setOnline(true);
  const said = vi.mocked(console.error).mock.calls.map((words) => words.map(String).join(" "));
  vi.restoreAllMocks();
  // Timers and responses arrive outside of act(), as on a page.
  const allowed = [/not wrapped in act/, ...expectedErrors.splice(0)];
  const errors = said.filter((text) => !allowed.some((known) => known.test(text)));
  expect(
    { errors, calls: closeServer() },
    "errors on the console, and calls that the server makes nothing of",
  ).toEqual({ errors: [], calls: [] });
});
