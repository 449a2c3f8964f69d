"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import type { Silence } from "#lib/contract/api-behaviour.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { questionOf, apiBehaviourTexts as texts } from "./texts.ts";

/** Shows how the API behaves in cases that the specification does not define. */
export function Silences({ silences }: { silences: readonly Silence[] }) {
  const locale = useNumberLocale();
  return (
    <Panel title={texts.silences}>
      <p className="border-line border-b px-4 py-2 text-ink-muted text-table">{texts.silencesExplained}</p>
      <dl className="grid gap-x-8 px-4 md:grid-cols-2">
        {silences.map(({ question, section, findings, answers }) => (
          <div key={question} className="min-w-0 border-line border-b py-2.5">
            <dt className="font-medium">{questionOf(question)}</dt>
            <dd className="wrap-anywhere">
              {findings.length === 0 ? (
                <span className="text-ink-muted">{texts.notSeen}</span>
              ) : (
                <ul className="flex flex-wrap gap-x-3">
                  {findings.map(({ found, count }) => (
                    <li key={found}>
                      <bdi className="font-mono text-fine">{found}</bdi>{" "}
                      <span className="text-fine text-ink-muted tabular-nums">{formatCount(count, locale)}</span>
                    </li>
                  ))}
                </ul>
              )}
              <p className="text-fine text-ink-muted">{texts.rests(section, answers, formatCount(answers, locale))}</p>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
