"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { ChevronRight } from "#components/ui/icon/icons.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import type { OperationDescription } from "#lib/contract/api-behaviour.ts";
import { formatBytes, formatCount, formatShare } from "#lib/format/format-number.ts";
import { apiBehaviourTexts as texts, typeName } from "./texts.ts";

type StatusAnswer = OperationDescription["statuses"][number];

const cell = "px-2 py-1 align-top first:ps-4 last:pe-4";

function Members({ members }: { members: StatusAnswer["members"] }) {
  const locale = useNumberLocale();
  return (
    <div className="overflow-x-auto border-line border-t">
      <table className="w-full text-table">
        <thead>
          <tr className="text-ink-muted">
            {[texts.member, texts.types, texts.words].map((name) => (
              <th key={name} scope="col" className={`${cell} text-start font-medium`}>
                {name}
              </th>
            ))}
            <th scope="col" className={`${cell} text-end font-medium`}>
              {texts.present}
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ path, types, words, present }) => (
            <tr key={path} className="border-line border-t">
              <th scope="row" className={`${cell} text-start font-mono font-normal text-fine`}>
                {path}
              </th>
              <td className={cell}>{types.map(typeName).join(", ")}</td>
              <td className={`${cell} wrap-anywhere`}>{words.join(", ")}</td>
              <td className={`${cell} text-end tabular-nums`}>{formatShare(present, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The responses of each operation, for developers. Collapsed at first. */
export function Operations({ operations }: { operations: readonly OperationDescription[] }) {
  const locale = useNumberLocale();
  return (
    <Panel title={texts.operations}>
      {operations.flatMap(({ operation, statuses }) =>
        statuses.map(({ status, answers, bytes, members }) => (
          <details key={`${operation} ${status}`} className="group not-first:border-line not-first:border-t">
            <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-1.5">
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted group-open:rotate-90" />
              <span className="font-mono text-fine wrap-anywhere">{`${operation} → ${status}`}</span>
              <span className="text-ink-muted text-table">
                {texts.answered(answers, formatCount(answers, locale), formatBytes(bytes.mean, locale))}
              </span>
            </summary>
            {members.length > 0 && <Members members={members} />}
          </details>
        )),
      )}
    </Panel>
  );
}
