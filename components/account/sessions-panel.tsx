"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { OwnSession } from "#lib/contract/access/staff.ts";
import { browserName } from "#lib/format/browser-name.ts";
import { api, pages } from "#lib/paths.ts";
import { ownSessionsQueryOptions } from "#lib/query/console/own-sessions.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { ownSessionsTexts as texts } from "./texts.ts";

interface SessionRowProps {
  session: OwnSession;
  isBusy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { current, address, userAgent = "", createdAt, lastSeenAt } = session;
  const browser = browserName(userAgent) ?? texts.unknown;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-0">
        <p title={userAgent} className="font-medium wrap-anywhere">
          {browser}
          {current && (
            <span className="ms-2 rounded-small bg-sunken px-1.5 font-normal text-fine">{texts.current}</span>
          )}
        </p>
        <p className="text-ink-muted text-table">
          {texts.since} <Timestamp value={createdAt} detail="minute" />
          {address !== undefined && ` ${texts.from(address)}`}
          {!current && (
            <>
              , {texts.lastUsed} <Timestamp value={lastSeenAt} detail="minute" />
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button size="small" disabled={isBusy} aria-label={texts.endLabel(browser)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}

/**
 * The person's sessions. Every session except the current one has a button that ends it, for example after work on a
 * shared computer.
 */
export function SessionsPanel() {
  const reading = useQuery({ ...ownSessionsQueryOptions(), ...keepPageData });
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const end = async (path: string) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await sendJson("DELETE", path);
    } catch (error) {
      setProblem(shownProblem(error).detail);
      setAttempt((before) => before + 1);
    }
    // Reloads even after a failure, because the session may have ended already.
    await reading.refetch();
    setIsBusy(false);
  };
  const hasOthers = (reading.data?.sessions.length ?? 0) > 1;
  return (
    <ReadPanel
      title={texts.title}
      reading={reading}
      signInHref={pages.signIn(pages.account())}
      tools={
        hasOthers && (
          <Button size="small" disabled={isBusy} onClick={() => end(api.ownSessions())}>
            {texts.endOthers}
          </Button>
        )
      }
      skeleton={<p className="min-h-14 px-4 py-3 text-ink-muted">{texts.loading}</p>}
    >
      {({ sessions }) => (
        <>
          {problem !== undefined && (
            <div className="p-3">
              <ErrorSummary title={texts.failed} errors={[{ message: problem }]} attempt={attempt} />
            </div>
          )}
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow
                key={session.sessionID}
                session={session}
                isBusy={isBusy}
                onEnd={() => end(api.ownSession(session.sessionID))}
              />
            ))}
          </ul>
        </>
      )}
    </ReadPanel>
  );
}
