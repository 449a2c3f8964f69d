"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ConsoleHealth } from "#lib/contract/console/console-health.ts";
import type { OutboxName } from "#lib/contract/values/console/outbox-names.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { api, pages } from "#lib/paths.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { stoppedOutboxes } from "./findings.ts";
import { consoleHealthTexts } from "./texts.ts";

const texts = consoleHealthTexts.stopped;

/** The outboxes that a restore has stopped. The administrator chooses one of two ways to continue. */
export function StoppedOutboxes({ status }: { status: ConsoleHealth }) {
  const client = useQueryClient();
  const locale = useNumberLocale();
  const [pending, setPending] = useState<OutboxName>();
  const [failed, setFailed] = useState<{ name: OutboxName; empty: boolean; problem: ShownProblem }>();
  const stopped = stoppedOutboxes(status);
  if (stopped.length === 0) return null;
  const restart = async (name: OutboxName, empty: boolean) => {
    setPending(name);
    setFailed(undefined);
    try {
      await sendJson("POST", api.restartOutbox(name), { empty });
      const shown = consoleHealthTexts.outboxes[name];
      announce(empty ? texts.emptied(shown) : texts.released(shown));
    } catch (error) {
      setFailed({ name, empty, problem: shownProblem(error) });
    }
    setPending(undefined);
    await client.invalidateQueries({ queryKey: ["console-health"] });
  };
  return (
    <Panel title={texts.title}>
      <p className="px-4 py-2 text-table">{texts.explained}</p>
      {failed && (
        <ProblemPanel
          form="notice"
          problem={failed.problem}
          onRetry={() => void restart(failed.name, failed.empty)}
          retrying={pending !== undefined}
          signInHref={pages.signIn(pages.consoleHealth())}
        />
      )}
      <ul>
        {stopped.map(({ name, stoppedAt, waiting }) => {
          const shown = consoleHealthTexts.outboxes[name];
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-2.5">
              <span className="min-w-32 font-medium">{shown}</span>
              <span className="grow text-fine text-ink-muted">
                {texts.since} <Timestamp value={stoppedAt} detail="minute" /> ·{" "}
                {consoleHealthTexts.pushWaiting(waiting, formatCount(waiting, locale))}
              </span>
              <span className="flex gap-2">
                <Button
                  size="small"
                  aria-label={texts.releaseOf(shown)}
                  aria-disabled={pending !== undefined}
                  onClick={() => void (pending ?? restart(name, false))}
                >
                  {texts.release}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={texts.emptyOf(shown)}
                  aria-disabled={pending !== undefined}
                  onClick={() => void (pending ?? restart(name, true))}
                >
                  {texts.empty}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
