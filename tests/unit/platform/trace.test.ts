import { describe, expect, it } from "vitest";
import { redactAttributes, redactUrl } from "@/lib/platform/redact";
import { continueTrace, runInTrace, traceHeaders, traceId, traceIdOf } from "@/lib/platform/trace";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";

describe("the id of a request", () => {
  it.each([
    ["the one that was sent", { "x-request-id": "from-the-proxy-1" }, /^from-the-proxy-1$/],
    ["that of its trace", { traceparent: `00-${trace}-00f067aa0ba902b7-01` }, /^4bf92f3577b34da6/],
    ["its own", {}, /^[0-9a-f]{32}$/],
    ["its own for words", { "x-request-id": "a b" }, /^[0-9a-f]{32}$/],
    ["its own for a long one", { "x-request-id": "a".repeat(65) }, /^[0-9a-f]{32}$/],
    ["its own for an empty trace", { traceparent: `00-${"0".repeat(32)}-1-01` }, /^(?!0{32})/],
  ])("is %s", (_, headers, id) => expect(traceIdOf(new Headers(headers))).toMatch(id));

  it("is visible to the work of its request, and to no other", async () => {
    const heard = await runInTrace("request-1", async () => {
      await Promise.resolve();
      return [traceId(), traceHeaders()];
    });
    expect(heard).toEqual(["request-1", { "x-client-request-id": "request-1" }]);
    expect([traceId(), traceHeaders()]).toEqual([undefined, {}]);
  });

  it("continues in a step, whose error is unchanged", async () => {
    expect(await continueTrace("request-1", "step", {}, async () => traceId())).toBe("request-1");
    expect(await continueTrace(undefined, "clock", {}, async () => traceId())).toMatch(/^\w{32}$/);
    const problem = new Error("no");
    const failing = continueTrace("request-1", "step", {}, () => Promise.reject(problem));
    await expect(failing).rejects.toBe(problem);
  });
});

describe("S26 a trace", () => {
  it.each([
    ["GET /reset-password?token=abc", "GET /reset-password"],
    ["fetch POST http://127.0.0.1:4/e/9877f2184b8269e0a5", "fetch POST http://127.0.0.1:4/e/…"],
    ["/report/0123456789abcdef0123456789abcdef", "/report/…"],
    ["/story/01a214b4-dadf-763c-aef9-20cfac0c1c00/read", null],
    ["write-scene write", null],
  ])("has no key in %s", (address, clean) => expect(redactUrl(address)).toBe(clean ?? address));

  it("has none in its attributes", () => {
    const sent = {
      "url.full": "https://store.example/a.png?X-Amz-Signature=1",
      "url.query": "?token=1",
      "http.target": "/confirm-email?token=1",
      "http.status_code": 200,
      "inkwright.job": "is it a job?",
    };
    expect(redactAttributes(sent)).toEqual({
      "url.full": "https://store.example/a.png",
      "http.target": "/confirm-email",
      "http.status_code": 200,
      "inkwright.job": "is it a job?",
    });
  });
});
