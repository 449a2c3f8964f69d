"use client";

import { type ReactNode, useId } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { PanelAge } from "#components/ui/panel/page-freshness.tsx";
import { usePageReadings } from "#components/ui/panel/use-page-readings.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { freshnessTexts } from "./freshness-texts.ts";
import { ProblemPanel } from "./problem-panel.tsx";

interface PanelProps {
  title: string;
  /** Shown beside the title: filters, a button. */
  tools?: ReactNode;
  className?: string;
  /** Shown in the title's line instead of the content: that it is empty, or a short content. */
  line?: ReactNode;
  /** True if the title is only for screen readers, because the content explains itself visually. */
  isTitleHidden?: boolean;
  children: ReactNode;
}

/** A section of a page with its own heading. */
export function Panel({ title, tools, className, line, isTitleHidden = false, children }: PanelProps) {
  const titleID = useId();
  return (
    <section
      aria-labelledby={titleID}
      className={classNames(
        "@container min-w-0 overflow-clip rounded-base border border-line bg-surface print:break-inside-avoid",
        className,
      )}
    >
      <header
        className={classNames(
          "flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1",
          line === undefined && "border-line border-b",
          isTitleHidden && "sr-only",
        )}
      >
        <h2 id={titleID} className="py-1.5 font-semibold">
          {title}
        </h2>
        {line !== undefined && <div className="min-w-0 grow text-ink-muted">{line}</div>}
        <div className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">{tools}</div>
      </header>
      {line === undefined && children}
    </section>
  );
}

/** The state of a query from TanStack Query. */
export interface Reading<Answer> {
  data: Answer | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface ReadContentProps<Answer> {
  reading: Reading<Answer>;
  /** Where to sign in again and come back to this page. */
  signInHref: string;
  /** A placeholder in the shape of the content. */
  skeleton: ReactNode;
  children: (answer: Answer) => ReactNode;
}

type Aged = { asOf: string; stale?: true | undefined; retryAt?: string | undefined };

/**
 * The content of a reading, or the reason for its failure. A problem that affects several readings is shown once, by
 * the page.
 */
export function ReadContent<Answer extends Aged>(props: ReadContentProps<Answer>) {
  const { reading, signInHref, skeleton, children } = props;
  const { data, error, isFetching } = reading;
  const { outage } = usePageReadings();
  const problem = error && shownProblem(error);
  const isOutage = problem !== null && problem.code === outage?.code;
  const panel = problem && {
    problem,
    onRetry: () => {
      if (!isFetching) reading.refetch();
    },
    retrying: isFetching,
    signInHref,
  };
  return (
    <KeepFocus>
      {panel && data && !isOutage && (
        <div className="p-3">
          <ProblemPanel form="notice" {...panel}>
            {freshnessTexts.kept} <Timestamp value={data.asOf} detail="clock" />
          </ProblemPanel>
        </div>
      )}
      {panel && !data && !isOutage && <ProblemPanel {...panel} />}
      {isOutage && !data && <p className="px-4 py-3 text-ink-muted">{freshnessTexts.notLoaded}</p>}
      {data ? children(data) : !problem && skeleton}
    </KeepFocus>
  );
}

interface ReadPanelProps<Answer> extends Omit<PanelProps, "children" | "line">, ReadContentProps<Answer> {
  /** Returns the text for the title's line if there is nothing to show. */
  emptyLine?: (answer: Answer) => ReactNode;
}

/**
 * A panel with its own request: its failure does not affect other panels. Earlier content stays, labelled with its age,
 * if a newer answer is not available.
 */
export function ReadPanel<Answer extends Aged>(props: ReadPanelProps<Answer>) {
  const { reading, signInHref, skeleton, children, emptyLine, tools, ...panel } = props;
  const { data, error } = reading;
  return (
    <Panel
      {...panel}
      line={(data && !error && emptyLine?.(data)) || undefined}
      tools={
        <>
          {tools}
          <PanelAge answer={data} failed={error !== null} />
        </>
      }
    >
      <ReadContent reading={reading} signInHref={signInHref} skeleton={skeleton}>
        {children}
      </ReadContent>
    </Panel>
  );
}
