"use client";

import type { ReactNode } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { CircleAlert, RotateCw } from "#components/ui/icon/icons.tsx";
import { CallsLink } from "#components/ui/record/calls-link.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { usePermittedEnvironments } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { RefusalStep } from "#components/ui/why-not/why-not.tsx";
import { fieldErrorText } from "#lib/format/field-error-text.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { whyRefused } from "#lib/why-not/why-refused.ts";
import { ProbeButton } from "./probe-button.tsx";
import { pausedText, problemText, problemWords as words } from "./problem-texts.ts";
import { usePageEnvironment } from "./use-page-environment.ts";

interface ProblemPanelProps {
  problem: ShownProblem;
  onRetry: () => void;
  retrying?: boolean;
  /** The URL of the sign-in page, which returns to this page after the sign-in. Offered if the session has ended. */
  signInHref: string;
  /** `panel`: replaces the content that could not be read. `notice`: appears above rows that are still valid. */
  form?: "panel" | "notice";
  /** Says what content is still shown, and how old it is. A sentence without its full stop. */
  children?: ReactNode;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt>{name}</dt>
      <dd className="flex items-center font-mono text-ink wrap-anywhere">{children}</dd>
    </div>
  );
}

/**
 * Links to the API calls of the failed request. Renders nothing if the API was not the cause, or if the page has no
 * environment.
 */
export function ProblemCallsLink({ problem: { code, requestID } }: { problem: ShownProblem }) {
  const environment = usePageEnvironment();
  if (environment === undefined || requestID === undefined || !code.startsWith("upstream_")) return null;
  return (
    <CallsLink
      environment={environment}
      query={{ requestID }}
      className="ms-1 font-sans text-accent text-fine underline"
    />
  );
}

/** Facts that the support team needs. Collapsed, because they do not help the person. */
function Facts({ problem }: { problem: ShownProblem }) {
  return (
    <details className="mt-2 text-fine text-ink-muted">
      <summary className="w-fit cursor-pointer">{words.support}</summary>
      <dl className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Fact name={words.code}>{problem.code}</Fact>
        {problem.upstreamStatus !== undefined && <Fact name={words.upstreamStatus}>{problem.upstreamStatus}</Fact>}
        {problem.requestID !== undefined && (
          <Fact name={words.requestID}>
            {problem.requestID}
            <CopyButton text={problem.requestID} label={words.copyRequestID} />
            <ProblemCallsLink problem={problem} />
          </Fact>
        )}
      </dl>
    </details>
  );
}

/** Explains a problem of this part of the page, with the next step and the facts that the support team needs. */
export function ProblemPanel({ problem, onRetry, retrying, signInHref, form = "panel", children }: ProblemPanelProps) {
  const { title, advice } = problemText(problem.code);
  const paused = pausedText(problem);
  const signedOut = problem.code === "not_signed_in";
  const environment = usePageEnvironment();
  const permitted = usePermittedEnvironments();
  const refusal = environment && whyRefused(environment, problem, permitted);
  return (
    <section
      role="alert"
      className={
        form === "panel"
          ? "flex min-h-64 items-start gap-3 px-6 py-10 max-sm:px-4"
          : "flex items-start gap-3 rounded-base border border-negative/40 bg-negative-soft px-4 py-3"
      }
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-negative" />
      <div className={form === "panel" ? "min-w-0 max-w-[72ch]" : "min-w-0"}>
        <h2 className={form === "panel" ? "text-title font-semibold" : "font-semibold"}>{title}</h2>
        {!signedOut && <p className="wrap-anywhere">{problem.detail}</p>}
        {problem.errors.map(fieldErrorText).map((text) => (
          <p key={text} className="wrap-anywhere">
            {text}
          </p>
        ))}
        {problem.retryAt !== undefined && (
          <p>
            {paused ?? words.retryAt} <Timestamp value={problem.retryAt} detail="near" />.
          </p>
        )}
        <p className="text-ink-muted">
          {advice} {children && <>{children}.</>}
        </p>
        {!signedOut && <Facts problem={problem} />}
        <div className={`flex flex-wrap items-center gap-2 ${form === "panel" ? "mt-4" : "mt-3"}`}>
          {signedOut ? (
            <a className={buttonClass("primary")} href={signInHref}>
              {words.signIn}
            </a>
          ) : (
            <Button onClick={onRetry} aria-disabled={retrying}>
              <RotateCw aria-hidden className={retrying ? "size-3.5 animate-spin" : "size-3.5"} />
              {words.retry}
            </Button>
          )}
          {paused && <ProbeButton />}
          {refusal && <RefusalStep refusal={refusal} />}
        </div>
      </div>
    </section>
  );
}
