import { Badge } from "@/components/ui/badge";
import { UtcTime } from "@/components/ui/utc-time";
import type { Port, PortState } from "@/lib/setup/schema";

const badges: Record<PortState, { tone: "green" | "red" | "yellow" | "neutral"; text: string }> = {
  working: { tone: "green", text: "Working" },
  failing: { tone: "red", text: "Failing" },
  unused: { tone: "neutral", text: "Not checked yet" },
  demo: { tone: "yellow", text: "Demo" },
  off: { tone: "neutral", text: "Off" },
};

/** One port: its engine, its health, and the alternatives. */
export function PortCard({ port }: { port: Port }) {
  const { tone, text } = badges[port.state];
  return (
    <li className="grid content-start gap-4 rounded-card border-2 border-ink bg-sheet p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-bold text-lg">{port.title}</h3>
          <p className="text-sm text-ink-soft">{port.purpose}</p>
        </div>
        <Badge tone={tone} className="flex-none">
          {text}
        </Badge>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&_dd]:break-words [&_dt]:text-ink-soft">
        <dt>Engine</dt>
        <dd className="font-bold">{port.engine}</dd>
        {port.limits.length > 0 && (
          <>
            <dt>Limits</dt>
            {port.limits.map((limit) => (
              <dd key={limit} className="col-start-2">
                {limit}
              </dd>
            ))}
          </>
        )}
        <dt>Since</dt>
        <dd>
          <UtcTime at={port.since} />
        </dd>
        {port.lastSuccessAt && (
          <>
            <dt>Last success</dt>
            <dd>
              <UtcTime at={port.lastSuccessAt} />
            </dd>
          </>
        )}
        {port.lastErrorAt && (
          <>
            <dt>Last error</dt>
            <dd>
              <UtcTime at={port.lastErrorAt} />
              {port.lastError && (
                <span className={port.state === "failing" ? "block text-red" : "block"}>
                  {port.lastError}
                </span>
              )}
            </dd>
          </>
        )}
      </dl>
      {port.missing.length > 0 && (
        <div className="border-ink/15 border-t-2 pt-3 text-sm">
          <h4 className="font-bold">Not set</h4>
          <ul className="mt-1 grid gap-2">
            {port.missing.map(({ variables, how }) => (
              <li key={variables.join()}>
                {variables.map((name) => (
                  <code key={name} className="mr-2 inline-block break-all">
                    {name}
                  </code>
                ))}
                <span className="block text-ink-soft">{how}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}
