"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { runTexts as texts } from "./texts.ts";

export function RunNotice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-base bg-caution-soft px-3 py-2 text-caution wrap-anywhere">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

interface RunStateProps<State extends string> {
  state: State;
  names: Readonly<Record<State, string>>;
  /** The reason for the last change of state. */
  reason: { code: string; message: string; retryAt?: string | undefined } | undefined;
  status: ReactNode;
  headingID?: string;
  children: ReactNode;
}

/** The state of a bulk change or an import, with the reason. Screen readers announce a new state. */
export function RunState<State extends string>(props: RunStateProps<State>) {
  const { state, names, reason, status, headingID, children } = props;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) announce(names[state]);
    before.current = state;
  }, [state, names]);
  return (
    <KeepFocus className="flex flex-col gap-3 rounded-base border border-line bg-surface p-4">
      <h2 id={headingID} tabIndex={-1} {...keepFocusProps} className="w-fit rounded-small font-semibold text-title">
        {status}
      </h2>
      {reason && (
        <RunNotice>
          {/* If a person caused the state, the message names this person and needs no introduction. */}
          {reason.code !== "person" && `${texts.stoppedBecause} `}
          {reason.message}
          {reason.retryAt !== undefined && (
            <>
              {" "}
              {texts.retryAt} <Timestamp value={reason.retryAt} detail="near" />.
            </>
          )}
        </RunNotice>
      )}
      {children}
    </KeepFocus>
  );
}
