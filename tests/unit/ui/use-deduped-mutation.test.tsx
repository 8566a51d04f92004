import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";

type Options = Parameters<typeof useDedupedMutation<string, unknown>>[0];

type Write = ReturnType<typeof useDedupedMutation<string, unknown>>;

function Form({ options, take }: { options: Options; take: (write: Write) => void }) {
  take(useDedupedMutation<string, unknown>(options));
  return null;
}

/** The value that the hook returns to a component; a write needs no page. */
function written(options: Options): Write {
  const taken: Write[] = [];
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Form options={options} take={(write) => taken.push(write)} />
    </QueryClientProvider>,
  );
  const [write] = taken;
  if (!write) throw new Error("The component was not rendered.");
  return write;
}

interface Call {
  input: unknown;
  answer: (text: string) => void;
  fail: (why: Error) => void;
}

/** A server that answers when it is told to. */
function server() {
  const calls: Call[] = [];
  const mutationFn = (input: unknown) =>
    new Promise<string>((answer, fail) => {
      calls.push({ input, answer, fail });
    });
  return { calls, mutationFn };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
/** Lets go on what waits for nothing but its turn. */
const turn = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

describe("R1 a write", () => {
  it("R1 is sent once while it is pending, and resolves for every caller", async () => {
    const { calls, mutationFn } = server();
    const { mutateAsync } = written({ mutationFn });
    const presses = [mutateAsync({ title: "A" }), mutateAsync({ title: "A" })];
    await turn(10_000);
    presses.push(mutateAsync({ title: "A" }));
    await turn();
    expect(calls.map(({ input }) => input)).toEqual([{ title: "A" }]);
    calls[0]?.answer("stored");
    expect(await Promise.all(presses)).toEqual(["stored", "stored", "stored"]);
  });

  it("R1 with other input is a separate one, and so is a later one", async () => {
    const { calls, mutationFn } = server();
    const { mutateAsync } = written({ mutationFn });
    for (const title of ["A", "B", "A"]) void mutateAsync({ title });
    await turn();
    expect(calls.map(({ input }) => input)).toEqual(["A", "B", "A"].map((title) => ({ title })));
    // The end of the first does not free the last.
    calls[0]?.answer("stored");
    await turn(1_000);
    void mutateAsync({ title: "A" });
    await turn();
    expect(calls).toHaveLength(3);
  });

  it("R1 with a fast response stays one for 400 ms from its press", async () => {
    const { calls, mutationFn } = server();
    const { mutateAsync } = written({ mutationFn });
    const first = mutateAsync(undefined);
    await turn(100);
    calls[0]?.answer("stored");
    await turn(290);
    expect(await mutateAsync(undefined)).toBe("stored");
    expect(await first).toBe("stored");
    expect(calls).toHaveLength(1);
    await turn(20);
    void mutateAsync(undefined);
    await turn();
    expect(calls).toHaveLength(2);
  });

  it.each([
    ["with a slow response", 2_000, (call: Call) => call.answer("stored")],
    ["that failed", 1, (call: Call) => call.fail(new Error("no"))],
  ])("R1 %s can be sent again at once", async (_, wait, end) => {
    const { calls, mutationFn } = server();
    const { mutateAsync } = written({ mutationFn });
    mutateAsync("A").catch(() => {});
    await turn(wait);
    for (const call of calls) end(call);
    await turn(1);
    void mutateAsync("A");
    await turn();
    expect(calls).toHaveLength(2);
  });

  it("R1 is identified by its key", async () => {
    const { calls, mutationFn } = server();
    const keyOf = (input: unknown) => (input as { id: string }).id;
    const { mutateAsync } = written({ mutationFn, keyOf });
    void mutateAsync({ id: "1", at: 1 });
    void mutateAsync({ id: "1", at: 2 });
    void mutateAsync({ id: "2", at: 2 });
    await turn();
    expect(calls.map(({ input }) => input)).toEqual([
      { id: "1", at: 1 },
      { id: "2", at: 2 },
    ]);
  });

  it("R1 that queues is one for 400 ms alone, even while it is pending", async () => {
    const { calls, mutationFn } = server();
    const { mutateAsync } = written({ mutationFn, queues: true });
    for (const wait of [390, 20, 0]) {
      void mutateAsync("A");
      await turn(wait);
    }
    expect(calls).toHaveLength(2);
  });

  it("R1 without a waiting caller fails in silence", async () => {
    const { calls, mutationFn } = server();
    const { mutate } = written({ mutationFn });
    mutate("A");
    mutate("A");
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]?.fail(new Error("no"));
    // An unhandled rejection would fail this file.
    await turn(1_000);
  });
});
