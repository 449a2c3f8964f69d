"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { Plus } from "#components/ui/icon/icons.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { PageFreshness, PageOutage } from "#components/ui/panel/page-freshness.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { OverviewPart, OverviewValue, OverviewWindow } from "#lib/contract/console/overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { overviewWindows } from "#lib/contract/values/console/overview-parts.ts";
import { pages } from "#lib/paths.ts";
import { overviewQueryOptions } from "#lib/query/operations/overview.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { overviewParams, parseOverviewWindow } from "#lib/url-state/overview-view.ts";
import { pageAddress } from "#lib/url-state/page-address.ts";
import { usePageQuery } from "#lib/url-state/page-query.tsx";
import { AllCustomers } from "./all-customers.tsx";
import { Figures } from "./figures.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Jobs, NothingRuns, runsAny } from "./jobs.tsx";
import { NewCustomers } from "./new-customers.tsx";
import { Operations } from "./operations.tsx";
import { panelGrid, panelSpans } from "./panel-places.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { allCustomersTexts, emptyTexts, overviewWindowNames, panelTitles, overviewTexts as texts } from "./texts.ts";
import { ValuesTable } from "./values-table.tsx";
import { NothingWaits, Waiting } from "./waiting.tsx";

interface PartPanelProps<Part extends OverviewPart> {
  environment: Environment;
  part: Part;
  window: OverviewWindow;
  /** Shown beside the title, such as a link to the full list. */
  tools?: ReactNode;
  /** Shown beside the title if the panel is empty. */
  emptyLine?: (answer: OverviewValue<Part>) => ReactNode;
  /** True for the most important panels. Such a panel has its own background, unless it is empty. */
  isFirst?: boolean;
  /** True if the error means that this console does not have the panel. The panel is then not rendered. */
  isAbsent?: (error: Error) => boolean;
  children: (answer: OverviewValue<Part>) => ReactNode;
}

const isKnownOff = (error: Error) => shownProblem(error).code === "known_customers_off";

/** A panel of the overview, with its own request and error. */
function PartPanel<Part extends OverviewPart>(props: PartPanelProps<Part>) {
  const { environment, part, window, isAbsent, isFirst = false, children, ...panel } = props;
  const reading = useQuery({ ...overviewQueryOptions(environment, part, window), ...keepPageData });
  if (reading.error && isAbsent?.(reading.error)) return null;
  return (
    <ReadPanel
      title={panelTitles[part]}
      reading={reading}
      signInHref={pages.signIn(pages.overview(environment, overviewParams(window)))}
      skeleton={<PanelSkeleton />}
      isTitleHidden={part === "figures"}
      className={panelSpans[part]}
      isQuiet={!isFirst}
      {...panel}
    >
      {children}
    </ReadPanel>
  );
}

function AllLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex min-h-6 items-center text-accent text-fine hover:underline print:hidden"
    >
      {children}
    </Link>
  );
}

const windowOptions = overviewWindows.map((value) => ({ value, label: overviewWindowNames[value] }));

function NothingYet({ environment }: { environment: Environment }) {
  const mayWrite = useCanWrite();
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

/** An overview of one environment. Each panel has its own request, and shows its coverage and age. */
export function Overview({ environment }: { environment: Environment }) {
  const window = parseOverviewWindow(new URLSearchParams(usePageQuery()));
  const setWindow = (chosen: OverviewWindow) => pageAddress.push(pages.overview(environment, overviewParams(chosen)));
  const panel = { environment, window };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3">
          <h1 className="font-semibold text-display">{texts.title}</h1>
          <PageFreshness />
        </div>
        <Segmented legend={texts.window} value={window} options={windowOptions} onChange={setWindow} />
      </div>
      <PageOutage />
      <FirstSteps />
      <div className={panelGrid}>
        <PartPanel
          {...panel}
          part="waiting"
          isFirst
          emptyLine={(answer) => answer.items.length === 0 && <NothingWaits answer={answer} />}
        >
          {(answer) => <Waiting environment={environment} answer={answer} />}
        </PartPanel>
        <PartPanel {...panel} part="figures">
          {(answer) => <Figures {...panel} answer={answer} />}
        </PartPanel>
        <PartPanel {...panel} part="customersByDay" isFirst>
          {(answer) =>
            answer.allTime === 0 ? (
              <NothingYet environment={environment} />
            ) : (
              <NewCustomers {...panel} onWindow={setWindow} answer={answer} />
            )
          }
        </PartPanel>
        <PartPanel {...panel} part="plans">
          {(answer) => <ValuesTable member="plan" window={window} answer={answer} />}
        </PartPanel>
        <PartPanel {...panel} part="terms">
          {(answer) => <ValuesTable member="term" window={window} answer={answer} />}
        </PartPanel>
        <PartPanel
          {...panel}
          part="allCustomers"
          isAbsent={isKnownOff}
          emptyLine={({ now }) => now === undefined && allCustomersTexts.nothing}
        >
          {(answer) => <AllCustomers answer={answer} />}
        </PartPanel>
        <PartPanel
          {...panel}
          part="operations"
          emptyLine={({ operations, runs }) => operations.length + runs.length === 0 && texts.noOperations}
          tools={<AllLink href={pages.operations(environment)}>{texts.allOperations}</AllLink>}
        >
          {(answer) => <Operations environment={environment} answer={answer} />}
        </PartPanel>
        <PartPanel
          {...panel}
          part="jobs"
          emptyLine={(answer) => !runsAny(answer) && <NothingRuns answer={answer} />}
          tools={<AllLink href={pages.jobs(environment)}>{texts.allJobs}</AllLink>}
        >
          {(answer) => <Jobs environment={environment} answer={answer} />}
        </PartPanel>
      </div>
    </div>
  );
}
