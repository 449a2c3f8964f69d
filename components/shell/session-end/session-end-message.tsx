"use client";

import { type ReactNode, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { Clock, LogIn, LogOut, RotateCw } from "#components/ui/icon/icons.tsx";
import { Timestamp, ZoneName } from "#components/ui/time/timestamp.tsx";
import { pages } from "#lib/paths.ts";
import { signOut } from "#lib/query/console/session.ts";
import { sessionEndTexts as texts } from "./session-end-texts.ts";
import type { SessionEnd } from "./use-session-end.ts";

function Warning({ deadline, extend, onDismiss }: Pick<SessionEnd, "deadline" | "extend"> & { onDismiss: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const stay = async () => {
    setBusy(true);
    const problem = await extend();
    setBusy(false);
    setFailed(problem?.detail);
    if (!problem) announce(texts.extended);
  };
  const leave = async () => {
    setBusy(true);
    if (await signOut()) return;
    setBusy(false);
    setFailed(texts.signOutFailed);
  };
  const at = new Date(deadline.atMs).toISOString();
  return (
    <Dialog
      title={deadline.isFinal ? texts.finalTitle : texts.idleTitle}
      onClose={onDismiss}
      className="max-w-md"
      actions={
        <>
          <Button aria-disabled={busy} onClick={busy ? undefined : leave}>
            <LogOut aria-hidden className="size-4 text-ink-muted" />
            {texts.signOut}
          </Button>
          {deadline.isFinal ? (
            <Button variant="primary" {...firstFocusProps} onClick={onDismiss}>
              {texts.goOn}
            </Button>
          ) : (
            <Button variant="primary" {...firstFocusProps} aria-disabled={busy} onClick={busy ? undefined : stay}>
              {busy ? texts.staying : texts.stay}
            </Button>
          )}
        </>
      }
    >
      <p className="flex items-center gap-2 font-medium">
        <Clock aria-hidden className="size-4 shrink-0 text-caution" />
        <span>
          {texts.endsAt} <Timestamp value={at} detail="clock" /> <ZoneName />
        </span>
      </p>
      <p className="mt-2 text-ink-muted">{deadline.isFinal ? texts.final : texts.idle}</p>
      {failed !== undefined && (
        <p role="alert" className="mt-2 text-negative">
          {failed}
        </p>
      )}
    </Dialog>
  );
}

/** A notice that floats over the page. */
function Notice({ title, explained, action }: { title: string; explained: string; action: ReactNode }) {
  return (
    <section
      role="alert"
      data-bottom-bar="fixed"
      className="fixed inset-x-3 bottom-3 z-40 mx-auto flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2 rounded-base border border-caution/50 bg-caution-soft px-4 py-3 shadow-float max-md:bottom-18 print:hidden"
    >
      <Clock aria-hidden className="size-5 shrink-0 text-caution" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-table">{explained}</p>
      </div>
      {action}
    </section>
  );
}

interface SessionEndMessageProps extends SessionEnd {
  /** The current URL, to which the person returns after signing in. */
  address: string;
  onDismiss: () => void;
}

/** The warning before the end of a session, or the notice that the session has ended or belongs to another person. */
export function SessionEndMessage({ deadline, phase, extend, address, onDismiss }: SessionEndMessageProps) {
  if (phase === "near") return <Warning deadline={deadline} extend={extend} onDismiss={onDismiss} />;
  if (phase === "over") {
    return (
      <Notice
        title={texts.over}
        explained={texts.overExplained}
        action={
          <a href={pages.signIn(address)} className={buttonClass("primary")}>
            <LogIn aria-hidden className="size-4" />
            {texts.signIn}
          </a>
        }
      />
    );
  }
  return (
    <Notice
      title={texts.changed}
      explained={texts.changedExplained}
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          <RotateCw aria-hidden className="size-4" />
          {texts.reload}
        </Button>
      }
    />
  );
}
