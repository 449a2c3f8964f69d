import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { PageHeader } from "./page-header.tsx";
import { ProblemPanel } from "./problem-panel.tsx";

interface ReadPageProps<T> {
  title: string;
  note: string;
  reading: UseQueryResult<T>;
  /** The URL of the sign-in page, which returns to this page after the sign-in. */
  signInHref: string;
  actions?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A page with a single query. If a reload fails, the last data remains, with a notice above it. */
export function ReadPage<T>({ title, note, reading, signInHref, actions, children }: ReadPageProps<T>) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={title} note={note} actions={actions} />
      {reading.error && (
        <ProblemPanel
          form="notice"
          problem={shownProblem(reading.error)}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
          signInHref={signInHref}
        />
      )}
      {reading.data !== undefined && children(reading.data)}
    </div>
  );
}
