"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Count, useNumberLocale } from "#components/ui/count.tsx";
import { CircleCheck, CircleX } from "#components/ui/icon/icons.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Status } from "#components/ui/status/status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ConsoleHealth, OutboxTest } from "#lib/contract/console/console-health.ts";
import { type OutboxName, outboxNames } from "#lib/contract/values/console/outbox-names.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { api, pages } from "#lib/paths.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { consoleHealthTexts } from "./texts.ts";

const texts = consoleHealthTexts.receivers;

type Result = "sending" | OutboxTest | { failed: ShownProblem };

/** The endpoints that the console can send to. Each configured endpoint has a button that sends a test message. */
export function Receivers({ status }: { status: ConsoleHealth }) {
  const receiverOf = { "audit-push": status.auditPush, notifications: status.notifications, exports: status.exports };
  return (
    <Panel title={texts.title}>
      <ul>
        {outboxNames.toReversed().map((name) => (
          <ReceiverRow key={name} name={name} receiver={receiverOf[name]} />
        ))}
        <EmailRow emails={status.emails} />
      </ul>
    </Panel>
  );
}

/** The e-mails with people's notifications. Undefined: no mail server is configured. */
function EmailRow({ emails }: { emails: ConsoleHealth["emails"] }) {
  const emailTexts = texts.emails;
  const parts = (["waiting", "failed", "unknown"] as const).filter((part) => (emails?.[part] ?? 0) > 0);
  return (
    <li className="flex flex-col gap-2 border-line border-t px-4 py-3">
      <div className="min-w-0">
        <h3 className="font-medium">{emailTexts.name}</h3>
        {(!emails || emails.people === 0) && (
          <p className="text-fine text-ink-muted">{emails ? emailTexts.fine : emailTexts.off}</p>
        )}
      </div>
      {emails && emails.people > 0 && (
        <Status tone="negative" icon={CircleX} className="text-table">
          <span className="min-w-0 wrap-anywhere">
            {parts.map((part, index) => (
              <Fragment key={part}>
                {index > 0 && " · "}
                <Count value={emails[part]} forms={emailTexts.people} />: {emailTexts[part]}
              </Fragment>
            ))}
            {emails.since !== undefined && (
              <>
                {" · "}
                {emailTexts.since}: <Timestamp value={emails.since} detail="minute" />
              </>
            )}
            {emails.problem !== undefined && ` · ${emailTexts.last}: ${emails.problem}`}
          </span>
        </Status>
      )}
    </li>
  );
}

function ReceiverRow({ name, receiver }: { name: OutboxName; receiver: ConsoleHealth["auditPush"] }) {
  const client = useQueryClient();
  const locale = useNumberLocale();
  const [result, setResult] = useState<Result>();
  const isSending = result === "sending";
  const send = async () => {
    if (isSending) return;
    setResult("sending");
    try {
      const shape = { isAccepted: "boolean", asOf: "string" } as const;
      setResult(await writeJson<OutboxTest>("POST", api.testOutbox(name), shape));
    } catch (error) {
      setResult({ failed: shownProblem(error) });
    }
    await client.invalidateQueries({ queryKey: ["console-health"] });
  };
  const stateOf = ({ waiting, stoppedAt }: NonNullable<typeof receiver>) => {
    const waits = consoleHealthTexts.pushWaiting(waiting, formatCount(waiting, locale));
    if (stoppedAt !== undefined) return consoleHealthTexts.pushStopped(waits);
    return waiting === 0 ? consoleHealthTexts.pushed : waits;
  };
  return (
    <li className="flex flex-col gap-2 border-line border-t px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <h3 className="font-medium">{texts.names[name]}</h3>
          {receiver ? (
            <p className="wrap-anywhere text-fine text-ink-muted">
              {receiver.receiver} · {stateOf(receiver)}
            </p>
          ) : (
            <p className="wrap-anywhere text-fine text-ink-muted">{texts.off[name]}</p>
          )}
        </div>
        {receiver && (
          <Button
            size="small"
            aria-label={`${isSending ? texts.sending : texts.send}: ${texts.names[name]}`}
            aria-disabled={isSending}
            onClick={() => void send()}
          >
            {isSending ? texts.sending : texts.send}
          </Button>
        )}
      </div>
      <div role="status" className="text-table empty:hidden">
        {typeof result === "object" && "asOf" in result && (
          <Status
            tone={result.isAccepted ? "positive" : "negative"}
            icon={result.isAccepted ? CircleCheck : CircleX}
            className="wrap-anywhere"
          >
            <span>
              {result.problem ?? texts.accepted} <Timestamp value={result.asOf} detail="clock" />
            </span>
          </Status>
        )}
      </div>
      {typeof result === "object" && "failed" in result && (
        <ProblemPanel
          form="notice"
          problem={result.failed}
          onRetry={() => void send()}
          retrying={false}
          signInHref={pages.signIn(pages.consoleHealth())}
        />
      )}
    </li>
  );
}
