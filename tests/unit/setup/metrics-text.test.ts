import { describe, expect, it } from "vitest";
import { metricsText } from "@/lib/setup/metrics-text";

describe("metrics in Prometheus's text format", () => {
  it("have a line of help, one of type and one for each value", () => {
    const text = metricsText([
      {
        name: "jobs_open",
        help: "Jobs that wait.",
        samples: [{ labels: { kind: "scene", status: "queued" }, value: 3 }, { value: 0.5 }],
      },
      { name: "nothing", help: "None.", samples: [] },
    ]);
    expect(text).toBe(
      "# HELP jobs_open Jobs that wait.\n# TYPE jobs_open gauge\n" +
        'jobs_open{kind="scene",status="queued"} 3\njobs_open 0.5\n' +
        "# HELP nothing None.\n# TYPE nothing gauge\n",
    );
  });

  it("are not broken by the name of a model", () => {
    const samples = [{ labels: { model: 'a"b\\c\nd' }, value: 1 }];
    expect(metricsText([{ name: "m", help: "h", samples }])).toContain(
      'm{model="a\\"b\\\\c\\nd"} 1\n',
    );
  });
});
