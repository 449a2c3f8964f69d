"use client";

import type { ReactNode } from "react";
import { useNumberLocale } from "#components/ui/count.tsx";
import { CircleAlert, CircleCheck, CircleSlash } from "#components/ui/icon/icons.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { formatBytes, formatCount } from "#lib/format/format-number.ts";
import { exportTexts as texts } from "./export-texts.ts";
import type { ExportState } from "./use-export.ts";

interface ExportProgressProps {
  state: ExportState;
  signInHref: string;
  onRetry: () => void;
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-4 flex items-start gap-2">
      {icon}
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

const warning = <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />;

/** The progress and the result of an export. Remains visible until the next export starts or the dialog closes. */
export function ExportProgress({ state, signInHref, onRetry }: ExportProgressProps) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const countOr = (value: number | undefined) => (value === undefined ? undefined : count(value));
  if (state.phase === "running") {
    const { progress, expected } = state;
    return (
      <div className="mt-4">
        <progress
          aria-label={texts.progress}
          className="progress-bar h-1.5 w-full text-progress"
          {...(expected && { value: Math.min(progress.rows, expected), max: expected })}
        />
        <p className="mt-1 text-ink-muted text-table">
          {texts.rows(count(progress.rows), expected === undefined ? undefined : count(expected))} ·{" "}
          {formatBytes(progress.bytes, locale)}
        </p>
        <p role="status" className="sr-only">
          {texts.started}
        </p>
      </div>
    );
  }
  if (state.phase === "failed" && state.problem) {
    return (
      <div className="mt-4">
        <ProblemPanel form="notice" problem={state.problem} onRetry={onRetry} signInHref={signInHref} />
      </div>
    );
  }
  return (
    <div role="status">
      {state.phase === "stopped" && (
        <Note icon={<CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />}>
          {texts.stopped}
        </Note>
      )}
      {state.phase === "failed" && (
        <Note icon={warning}>
          {texts.broken(count(state.rows), state.expected === undefined ? undefined : count(state.expected))}
        </Note>
      )}
      {state.phase === "done" && !state.end.complete && (
        <Note icon={warning}>{texts.incomplete(countOr(state.end.expected), count(state.end.rows))}</Note>
      )}
      {state.phase === "done" && state.end.complete && (
        <Note icon={<CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />}>
          <p className="font-medium">{texts.done}</p>
          <p className="text-ink-muted text-table">
            {texts.saved(state.fileName)} · {texts.rows(count(state.end.rows), undefined)} ·{" "}
            {formatBytes(state.end.bytes, locale)}
          </p>
          {texts.leftOut(state.end) !== "" && <p className="mt-1 text-table">{texts.leftOut(state.end)}</p>}
          {state.end.drifted && (
            <p className="mt-1 text-table">{texts.drifted(countOr(state.end.expected), count(state.end.rows))}</p>
          )}
        </Note>
      )}
    </div>
  );
}
