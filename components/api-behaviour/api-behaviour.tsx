"use client";

import { useQuery } from "@tanstack/react-query";
import { buttonClass } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { CircleAlert, CircleCheck, CircleX, Download } from "#components/ui/icon/icons.tsx";
import { ReadPage } from "#components/ui/panel/read-page.tsx";
import { Status } from "#components/ui/status/status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ApiBehaviour as BehaviourAnswer } from "#lib/contract/api-behaviour.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { api, pages } from "#lib/paths.ts";
import { apiBehaviourQueryOptions } from "#lib/query/api-behaviour.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { Differences } from "./differences.tsx";
import { Operations } from "./operations.tsx";
import { Silences } from "./silences.tsx";
import { apiBehaviourTexts as texts } from "./texts.ts";

function Summary({ behaviour }: { behaviour: BehaviourAnswer }) {
  const locale = useNumberLocale();
  const open = behaviour.differences.filter(({ decision }) => decision === undefined);
  const isBreaking = open.some(({ severity }) => severity === "breaking");
  const look = isBreaking
    ? ({ tone: "negative", icon: CircleX } as const)
    : ({ tone: "caution", icon: CircleAlert } as const);
  return (
    <section role="status" className="rounded-base border border-line bg-surface px-4 py-3">
      {open.length === 0 ? (
        <Status tone="positive" icon={CircleCheck} className="text-title">
          {texts.inOrder}
        </Status>
      ) : (
        <Status {...look} className="text-title">
          {texts.open(open.length, formatCount(open.length, locale))}
        </Status>
      )}
      {behaviour.since !== undefined && (
        <p className="mt-1 text-ink-muted">
          {texts.learnt(formatCount(behaviour.answers, locale))} <Timestamp value={behaviour.since} detail="minute" />
          {texts.learntEnd}
          {behaviour.skipped > 0 && ` ${texts.skipped(formatCount(behaviour.skipped, locale))}`}
        </p>
      )}
    </section>
  );
}

/** Compares the data that the API really sends with what the console expects, and lists the differences. */
export function ApiBehaviour({ environment }: { environment: Environment }) {
  const reading = useQuery({ ...apiBehaviourQueryOptions(environment), ...keepPageData });
  return (
    <ReadPage
      title={texts.title}
      note={texts.explained}
      reading={reading}
      signInHref={pages.signIn(pages.apiBehaviour(environment))}
      actions={
        <a
          href={api.apiBehaviourDocument(environment)}
          download={texts.fileName(environment)}
          className={buttonClass()}
        >
          <Download aria-hidden className="size-4" />
          {texts.download}
        </a>
      }
    >
      {(behaviour) =>
        behaviour.answers === 0 ? (
          <p className="rounded-base border border-line bg-surface px-4 py-3">{texts.nothingYet}</p>
        ) : (
          <>
            <Summary behaviour={behaviour} />
            <Differences environment={environment} differences={behaviour.differences} />
            <Silences silences={behaviour.silences} />
            <Operations operations={behaviour.operations} />
          </>
        )
      }
    </ReadPage>
  );
}
