"use client";

import { Button } from "#components/ui/button.tsx";
import { RotateCw } from "#components/ui/icon/icons.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { notOfferedTexts as texts } from "./texts.ts";

interface NumbersUnavailableProps {
  /** The error. Its `detail` names the environment and the requested path. */
  problem: ShownProblem;
  onRetry: () => void;
  retrying: boolean;
}

/** Shown instead of the list if the API has no list of numbers at the configured path. */
export function NumbersUnavailable({ problem, onRetry, retrying }: NumbersUnavailableProps) {
  return (
    <section role="alert" className="rounded-base border border-line bg-surface">
      <EmptyState
        title={texts.title}
        actions={
          <Button onClick={onRetry} aria-disabled={retrying}>
            <RotateCw aria-hidden className={retrying ? "size-3.5 animate-spin" : "size-3.5"} />
            {texts.askAgain}
          </Button>
        }
      >
        {problem.detail} {texts.why}
      </EmptyState>
      <div className="flex flex-col items-center gap-2 border-line border-t px-6 py-4 text-center text-ink-muted">
        <p className="max-w-prose text-balance">{texts.whatToDo}</p>
        <p className="inline-flex items-center gap-1 rounded-small bg-sunken ps-2 text-ink">
          <code className="font-mono text-fine wrap-anywhere">{texts.variable}</code>
          <CopyButton text={texts.variable} label={texts.copyVariable} />
        </p>
        <p className="max-w-prose text-balance text-table">{texts.elsewhere}</p>
      </div>
    </section>
  );
}
