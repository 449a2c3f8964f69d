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
  /** Beside the title: filters, a button. */
  tools?: ReactNode;
  className?: string;
  /** In place of the content, in the title's line: that there is none, or what is so short that it fits there. */
  line?: ReactNode;
  /** The title is only read out: what the panel holds is seen to be by itself. */
  isTitleHidden?: boolean;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
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

/** What TanStack Query says about a reading. */
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
  /** In the shape of what comes. */
  skeleton: ReactNode;
  children: (answer: Answer) => ReactNode;
}

type Aged = { asOf: string; stale?: true | undefined; retryAt?: string | undefined };

/** What was read, or why it could not be. What concerns several readings of the page is said once, by the page. */
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
  /** Where there is nothing to show, what says so in the title's line. */
  emptyLine?: (answer: Answer) => ReactNode;
}

/**
 * A panel that is read by itself: its failure takes no other panel down. What it showed stays, labelled with its
 * age, when a newer answer cannot be had.
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
