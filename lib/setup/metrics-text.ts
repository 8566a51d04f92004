/** A value with its labels. */
export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/** A metric with its samples, in base units: seconds, bytes. */
export interface Metric {
  name: string;
  help: string;
  samples: Sample[];
}

const escaped = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');

const labelsOf = (labels: Record<string, string> = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
};

/**
 * Gauges in Prometheus's text format, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
export const metricsText = (metrics: Metric[]): string =>
  metrics
    .map(({ name, help, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
        `# TYPE ${name} gauge`,
        ...samples.map(({ labels, value }) => `${name}${labelsOf(labels)} ${value}`),
      ]
        .join("\n")
        .concat("\n"),
    )
    .join("");

export const metricsType = "text/plain; version=0.0.4; charset=utf-8";
