"use client";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Page } from "@/components/shell/page";
import { Button, ButtonLink } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { PageHeading } from "@/components/ui/page-heading";
import { messageOf } from "@/lib/platform/http/api-error";
import { checkEngines } from "@/lib/setup/client";
import type { Setup } from "@/lib/setup/schema";
import { formatMoney, formatSpent } from "@/lib/spending/money";
import { EngineTrials } from "./engine-trials";
import { PortCard } from "./port-card";
import { UndeliveredMails } from "./undelivered-mail";
import { Workflows } from "./workflows";

/** For the administrator: the engine of each port, its health, and the total cost. */
export function SetupPage({ initial }: { initial: Setup }) {
  const check = useDedupedMutation({ mutationFn: checkEngines, meta: { handlesError: true } });
  const [saved, setSaved] = useState(initial);
  const checked = check.data;
  const setup = checked && checked.checkedAt > saved.checkedAt ? checked : saved;
  const failing = setup.ports.filter(({ state }) => state === "failing").length;
  return (
    <Page className="grid gap-10">
      <PageHeading
        title="Setup"
        actions={
          <>
            <ButtonLink href="/setup/reports">Reports</ButtonLink>
            <Button variant="primary" loading={check.isPending} onClick={() => check.mutate()}>
              <RefreshCw aria-hidden="true" /> Check now
            </Button>
          </>
        }
      >
        <p className="max-w-measure text-ink-soft">
          The engines that this site uses. Environment variables set them when the server starts.
          Keys are never shown here.
        </p>
      </PageHeading>
      {check.error && <Notice tone="error">{messageOf(check.error)}</Notice>}
      {check.isSuccess && (
        <Notice tone={failing > 0 ? "warning" : "success"}>
          {failing > 0
            ? `Every engine was asked just now. ${failing === 1 ? "One does" : `${failing} do`} not work.`
            : "Every engine was asked just now, and all of them work."}
        </Notice>
      )}
      {setup.goneModels.map(({ model, successor }) => (
        <Notice key={model} tone="warning" title={`${model} is retired`}>
          <p>
            Its vendor does not offer this model any more.{" "}
            {successor
              ? `${successor} is used instead. Its price may differ.`
              : "No successor is known. Choose another model in the settings of this server."}
          </p>
        </Notice>
      ))}
      <Costs setup={setup} />
      <section aria-labelledby="engines" className="grid gap-5">
        <h2 id="engines" className="display text-2xl">
          Engines
        </h2>
        <ul className="grid gap-5 md:grid-cols-2">
          {setup.ports.map((port) => (
            <PortCard key={port.port} port={port} />
          ))}
        </ul>
      </section>
      <EngineTrials trials={setup.trials} />
      {setup.workflows && <Workflows workflows={setup.workflows} onSaved={setSaved} />}
      {setup.mail.length > 0 && <UndeliveredMails mail={setup.mail} />}
    </Page>
  );
}

const budgetText = (micros: number | null) =>
  micros === null ? "No limit" : `${formatMoney(micros)} a day`;

function Costs({ setup: { today, month, budgets, unpricedModels } }: { setup: Setup }) {
  const figures = [
    ["Today", formatSpent(today)],
    ["This month", formatSpent(month)],
    ["Total budget", budgetText(budgets.all)],
    ["Budget per author", budgetText(budgets.author)],
  ];
  return (
    <section aria-labelledby="costs" className="grid gap-5">
      <h2 id="costs" className="display text-2xl">
        AI costs
      </h2>
      <dl className="grid gap-px overflow-clip rounded-card border-2 border-ink bg-ink sm:grid-cols-2 lg:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label} className="bg-sheet px-5 py-4">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-bold text-lg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-measure text-sm text-ink-soft">
        Days and months begin at midnight UTC. <code>DAILY_BUDGET</code> and{" "}
        <code>DAILY_BUDGET_PER_AUTHOR</code> set the limits, in US dollars.
      </p>
      {unpricedModels.length > 0 && (
        <Notice tone="warning" title="Some prices are unknown">
          <p>
            Budgets do not count these models: {unpricedModels.join(", ")}. Set their prices with{" "}
            <code>PRICES</code>.
          </p>
        </Notice>
      )}
    </section>
  );
}
