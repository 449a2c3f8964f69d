"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ReadPanel } from "#components/ui/panel.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useMayWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { type OverviewPart, type OverviewValue, type OverviewWindow, overviewWindows } from "#lib/contract/overview.ts";
import { pages } from "#lib/paths.ts";
import { keepHealthCurrent, overviewQueryOptions } from "#lib/query/overview.ts";
import { overviewParams, parseOverviewWindow } from "#lib/url-state/overview-view.ts";
import { ApiHealth } from "./api-health.tsx";
import { Jobs } from "./jobs.tsx";
import { NewCustomers } from "./new-customers.tsx";
import { Operations } from "./operations.tsx";
import { panelGrid, panelSpans } from "./panel-places.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { emptyTexts, overviewWindowNames, panelTitles, reloadLabels, overviewTexts as texts } from "./texts.ts";
import { ValuesTable } from "./values-table.tsx";

interface PartPanelProps<Part extends OverviewPart> {
  environment: Environment;
  part: Part;
  window: OverviewWindow;
  className?: string;
  children: (answer: OverviewValue<Part>) => ReactNode;
}

/** A part of the overview, read and failing by itself. */
function PartPanel<Part extends OverviewPart>({
  environment,
  part,
  window,
  className,
  children,
}: PartPanelProps<Part>) {
  const reading = useQuery({
    ...overviewQueryOptions(environment, part, window),
    // What came with the page stands, rows or error, however the two clocks differ.
    refetchOnMount: false,
    retryOnMount: false,
  });
  return (
    <ReadPanel
      title={panelTitles[part]}
      reading={reading}
      reloadLabel={reloadLabels[part]}
      signInHref={pages.signIn(pages.overview(environment, overviewParams(window)))}
      skeleton={<PanelSkeleton />}
      {...(className !== undefined && { className })}
    >
      {children}
    </ReadPanel>
  );
}

const windowOptions = overviewWindows.map((value) => ({ value, label: overviewWindowNames[value] }));

function NothingYet({ environment }: { environment: Environment }) {
  const mayWrite = useMayWrite();
  return (
    <EmptyState
      title={emptyTexts.title(environment)}
      actions={
        mayWrite && (
          <Link href={pages.newCustomer(environment)} prefetch={false} className={buttonClass("primary")}>
            <Plus aria-hidden className="size-4" />
            {emptyTexts.create}
          </Link>
        )
      }
    >
      {mayWrite ? emptyTexts.mayWrite : emptyTexts.mayNot}
    </EmptyState>
  );
}

/** An environment at a glance: each panel read by itself, saying how much it covers and how old it is. */
export function Overview({ environment }: { environment: Environment }) {
  const searchParams = useSearchParams();
  const window = parseOverviewWindow(new URLSearchParams(searchParams));
  const setWindow = (chosen: OverviewWindow) =>
    globalThis.window.history.pushState(null, "", pages.overview(environment, overviewParams(chosen)));
  const client = useQueryClient();
  useEffect(() => keepHealthCurrent(client, environment), [client, environment]);
  const panel = { environment, window };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="font-semibold text-display">{texts.title}</h1>
        <Segmented legend={texts.window} value={window} options={windowOptions} onChange={setWindow} />
      </div>
      <div className={panelGrid}>
        <PartPanel {...panel} part="customersByDay" className={panelSpans.customersByDay}>
          {(answer) =>
            answer.allTime === 0 ? (
              <NothingYet environment={environment} />
            ) : (
              <NewCustomers {...panel} onWindow={setWindow} answer={answer} />
            )
          }
        </PartPanel>
        <PartPanel {...panel} part="api" className={panelSpans.api}>
          {(health) => <ApiHealth health={health} />}
        </PartPanel>
        <PartPanel {...panel} part="plans" className={panelSpans.plans}>
          {(answer) => <ValuesTable name={texts.plan} window={window} answer={answer} />}
        </PartPanel>
        <PartPanel {...panel} part="terms" className={panelSpans.terms}>
          {(answer) => <ValuesTable name={texts.term} window={window} answer={answer} />}
        </PartPanel>
        <PartPanel {...panel} part="jobs" className={panelSpans.jobs}>
          {(answer) => <Jobs environment={environment} answer={answer} />}
        </PartPanel>
        <PartPanel {...panel} part="operations" className={panelSpans.operations}>
          {(answer) => <Operations environment={environment} answer={answer} />}
        </PartPanel>
      </div>
    </div>
  );
}
