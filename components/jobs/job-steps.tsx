"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { JobStepStatus } from "#components/ui/status/job-state.tsx";
import { Duration } from "#components/ui/time/duration.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Job, JobStep } from "#lib/contract/job.ts";
import { jobEndMs, stepMs } from "./job-times.ts";
import { jobTexts as texts } from "./texts.ts";

/** The number of steps that a long list shows at first. A button shows all steps. */
const fewSteps = 20;

/**
 * The range of steps to show. A short list is shown in full. A long list shows the steps around the running or failed
 * step, or the first steps if there is no such step.
 */
export function stepsAround(steps: readonly JobStep[]): { from: number; to: number } {
  const running = steps.findIndex(({ state }) => state === "running" || state === "failed");
  const from = Math.max(0, Math.min(running - fewSteps / 2, steps.length - fewSteps));
  return { from, to: Math.min(steps.length, from + fewSteps) };
}

function Step({ job, step, untilMs }: { job: Job; step: JobStep; untilMs: number }) {
  const ms = stepMs(step, untilMs);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5 before:absolute before:start-[1.4375rem] before:top-[1.875rem] before:-bottom-1.5 before:w-px before:bg-line-strong last:before:hidden max-sm:before:hidden sm:grid-cols-[8rem_minmax(0,1fr)_auto_5rem]">
      <JobStepStatus job={job} step={step} />
      <span className="font-medium max-sm:order-first max-sm:col-span-full wrap-anywhere">
        <bdi>{step.name === "" ? texts.stepUnnamed : step.name}</bdi>
      </span>
      <span className="text-end text-ink-muted text-table max-sm:hidden">
        {step.startedAt !== undefined && <Timestamp value={step.startedAt} detail="clock" />}
      </span>
      <span className="text-end text-ink-muted text-table">{ms !== undefined && <Duration ms={ms} />}</span>
    </li>
  );
}

/** A job's steps in the API's order, each with its state, start and duration. */
export function JobSteps({ job, nowMs }: { job: Job; nowMs: number }) {
  const { steps, stepsOmitted = 0 } = job;
  const [all, setAll] = useState(false);
  const { from, to } = all ? { from: 0, to: steps.length } : stepsAround(steps);
  const untilMs = jobEndMs(job, nowMs);
  return (
    <Panel title={texts.steps}>
      {steps.length === 0 ? (
        <p className="px-4 py-3 text-ink-muted">{texts.noSteps}</p>
      ) : (
        <ol start={from + 1} className="py-1.5">
          {steps.slice(from, to).map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, so only the order identifies a step
            <Step key={from + index} job={job} step={step} untilMs={untilMs} />
          ))}
        </ol>
      )}
      {(to - from < steps.length || stepsOmitted > 0) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-ink-muted text-table">
          <p>{texts.stepsShown(from + 1, to, steps.length + stepsOmitted)}</p>
          {to - from < steps.length ? (
            <Button onClick={() => setAll(true)}>{texts.showAllSteps}</Button>
          ) : (
            <p>{texts.stepsOmitted(stepsOmitted)}</p>
          )}
        </div>
      )}
    </Panel>
  );
}
