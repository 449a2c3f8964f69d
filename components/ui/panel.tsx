"use client";

import { type ReactNode, useId } from "react";
import { shownProblem } from "#lib/shown-problem.ts";
import { classNames } from "./class-names.ts";
import { Freshness } from "./freshness.tsx";
import { freshnessTexts } from "./freshness-texts.ts";
import { KeepFocus } from "./keep-focus.tsx";
import { ProblemPanel } from "./problem-panel.tsx";
import { Timestamp, ZoneName } from "./timestamp.tsx";

interface PanelProps {
  title: string;
  /** Beside the title, before the freshness: filters, a button. */
  tools?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Panel({ title, tools, className, children }: PanelProps) {
  const titleID = useId();
  return (
    <section
      aria-labelledby={titleID}
      className={classNames(
        "@container min-w-0 overflow-clip rounded-base border border-line bg-surface print:break-inside-avoid",
        className,
      )}
    >
      <header className="relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1 @max-[26rem]:gap-y-0 @max-[26rem]:has-data-freshness:pe-12">
        <h2 id={titleID} className="me-auto py-1.5 font-semibold @max-[26rem]:has-[~[data-freshness]]:pb-0">
          {title}
        </h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

/** What TanStack Query says about a reading. */
interface Reading<Answer> {
  data: Answer | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface ReadPanelProps<Answer> extends Omit<PanelProps, "children"> {
  reading: Reading<Answer>;
  /** "Reload activities" */
  reloadLabel: string;
  /** Where to sign in again and come back to this page. */
  signInHref: string;
  /** In the shape of what comes. */
  skeleton: ReactNode;
  children: (answer: Answer) => ReactNode;
}

/**
 * A panel that is read by itself: it says when it was read and can be read again, and its failure takes
 * no other panel down. What it showed stays, labelled with its age, when a newer answer cannot be had.
 */
export function ReadPanel<Answer extends { asOf: string; stale?: true | undefined; retryAt?: string | undefined }>(
  props: ReadPanelProps<Answer>,
) {
  const { reading, reloadLabel, signInHref, skeleton, children, tools, ...panel } = props;
  const { data, error, isFetching } = reading;
  const reload = () => {
    if (!isFetching) reading.refetch();
  };
  const problem = error && {
    problem: shownProblem(error),
    onRetry: reload,
    retrying: isFetching,
    signInHref,
  };
  return (
    <Panel
      {...panel}
      tools={
        <>
          {tools}
          <Freshness answer={data} reloading={isFetching} onReload={reload} reloadLabel={reloadLabel} />
        </>
      }
    >
      <KeepFocus>
        {problem && data && (
          <div className="p-3">
            <ProblemPanel form="notice" {...problem}>
              {freshnessTexts.kept} <Timestamp value={data.asOf} detail="clock" /> <ZoneName />
            </ProblemPanel>
          </div>
        )}
        {problem && !data && <ProblemPanel {...problem} />}
        {data ? children(data) : !problem && skeleton}
      </KeepFocus>
    </Panel>
  );
}
