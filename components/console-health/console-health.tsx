"use client";

import { useQuery } from "@tanstack/react-query";
import { useNumberLocale } from "#components/ui/count.tsx";
import { CircleAlert, CircleCheck, CircleX } from "#components/ui/icon/icons.tsx";
import { ReadPage } from "#components/ui/panel/read-page.tsx";
import { Status } from "#components/ui/status/status.tsx";
import type { ConsoleHealth as HealthAnswer } from "#lib/contract/console/console-health.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { consoleHealthQueryOptions } from "#lib/query/console/console-health.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { findingsOf } from "./findings.ts";
import { Receivers } from "./receivers.tsx";
import { ReplicaApi, Replicas, Workers } from "./replica-tables.tsx";
import { DatabaseFacts, KnownCustomers, Maintenance, WaitingWork } from "./shared-tables.tsx";
import { StoppedOutboxes } from "./stopped-outboxes.tsx";
import { consoleHealthTexts as texts } from "./texts.ts";

function Summary({ status }: { status: HealthAnswer }) {
  const locale = useNumberLocale();
  const findings = findingsOf(status);
  const isSerious = findings.some((finding) => finding.isSerious);
  return (
    <section role="status" className="rounded-base border border-line bg-surface px-4 py-3">
      {findings.length === 0 ? (
        <Status tone="positive" icon={CircleCheck} className="text-title">
          {texts.inOrder}
        </Status>
      ) : (
        <>
          <Status
            tone={isSerious ? "negative" : "caution"}
            icon={isSerious ? CircleX : CircleAlert}
            className="text-title"
          >
            {texts.needsAttention(findings.length, formatCount(findings.length, locale))}
          </Status>
          <ul className="mt-1 list-disc ps-9">
            {findings.map(({ key, text }) => (
              <li key={key} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The health of Switchboard itself. */
export function ConsoleHealth() {
  const reading = useQuery({ ...consoleHealthQueryOptions(), ...keepPageData });
  return (
    <ReadPage
      title={texts.title}
      note={texts.explained}
      reading={reading}
      signInHref={pages.signIn(pages.consoleHealth())}
    >
      {(status) => (
        <>
          <Summary status={status} />
          <StoppedOutboxes status={status} />
          <Replicas status={status} />
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <ReplicaApi status={status} />
            <WaitingWork status={status} />
            <Receivers status={status} />
            <div className="flex min-w-0 flex-col gap-4">
              <KnownCustomers status={status} />
              <DatabaseFacts status={status} />
              <Maintenance status={status} />
            </div>
            <Workers status={status} />
          </div>
        </>
      )}
    </ReadPage>
  );
}
