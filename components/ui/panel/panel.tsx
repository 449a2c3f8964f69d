"use client";

import { type ReactNode, useId } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { PanelAge } from "#components/ui/panel/page-freshness.tsx";
import { isSharedReason, usePageReadings } from "#components/ui/panel/use-page-readings.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { freshnessTexts } from "./freshness-texts.ts";
import { ProblemPanel } from "./problem-panel.tsx";

interface PanelProps {
  title: string;
  /** Content beside the title, such as filters or a button. */
  tools?: ReactNode;
  className?: string;
  /**
   * Short content that replaces the panel's body. It is on the line of the title. For example, it says that the panel
   * is empty. The panel is then quiet.
   */
  line?: ReactNode;
  /** True if the title is only for screen readers, because everyone else understands the content without it. */
  isTitleHidden?: boolean;
  /** True if the panel is less important than others. It then has no border and no background. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** A section of a page with its own heading. */
export function Panel({ title, tools, className, line, isTitleHidden = false, isQuiet, children }: PanelProps) {
  const titleID = useId();
  return (
    <section
      aria-labelledby={titleID}
      className={classNames(
        "@container min-w-0 overflow-clip rounded-base border print:break-inside-avoid",
        isQuiet || line !== undefined ? "border-transparent" : "border-line bg-surface",
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
  /** The URL of the sign-in page, which returns to this page after the sign-in. */
  signInHref: string;
  /** A placeholder in the shape of the content. */
  skeleton: ReactNode;
  children: (answer: Answer) => ReactNode;
}

type Aged = { asOf: string; stale?: true | undefined; retryAt?: string | undefined };

/**
 * Renders the content of an answer, or the reason why there is no answer. If several parts of the page have the same
 * reason, the page shows it only once.
 */
export function ReadContent<Answer extends Aged>(props: ReadContentProps<Answer>) {
  const { reading, signInHref, skeleton, children } = props;
  const { data, error, isFetching } = reading;
  const readings = usePageReadings();
  const problem = error && shownProblem(error);
  const isOutage = problem !== null && isSharedReason(readings, problem);
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
  /** Returns a text for the title's line if the panel would be empty. */
  emptyLine?: (answer: Answer) => ReactNode;
}

/**
 * A panel with its own request. If the request fails, other panels are not affected. If there is no newer answer, the
 * earlier content remains with its age.
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
