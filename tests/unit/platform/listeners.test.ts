import { expect, it } from "vitest";
import { createListeners } from "@/lib/platform/listeners";

it("a store follows its source from the first listener to the last", () => {
  const log: string[] = [];
  const { notify, subscribe } = createListeners(() => {
    log.push("start");
    return () => log.push("stop");
  });
  const leave = ["a", "b"].map((name) => subscribe(() => log.push(name)));
  notify();
  for (const end of leave) {
    end();
    end();
  }
  notify();
  expect(log).toEqual(["start", "a", "b", "stop"]);
});
