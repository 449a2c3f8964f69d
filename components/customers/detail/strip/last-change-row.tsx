"use client";

import Link from "next/link";
import { History } from "#components/ui/icon/icons.tsx";
import { StripRow } from "#components/ui/panel/strip-row.tsx";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { CustomerHistory } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { lastChange } from "#lib/customers/customer-facts.ts";
import { changedBy, changeWords, membersByCause } from "#lib/known/history-texts.ts";
import { pages } from "#lib/paths.ts";
import { Between } from "../history/time-span.tsx";
import { OperationRequest } from "../operation-words.tsx";
import { stripTexts as texts } from "../texts.ts";

interface LastChangeRowProps {
  environment: Environment;
  operations: readonly Operation[];
  history: CustomerHistory | undefined;
}

/** The newest change that is known to have happened, with its time and its author. */
export function LastChangeRow({ environment, operations, history }: LastChangeRowProps) {
  const last = lastChange(operations, history);
  if (!last) return null;
  if (last.kind === "elsewhere") {
    const { after, before } = last.state.changed;
    const { outside } = membersByCause(last.state);
    return (
      <StripRow icon={History} name={texts.lastChange}>
        <bdi className="font-medium">{outside.map(changeWords).join("; ")}</bdi>{" "}
        <span className="text-ink-muted">
          {changedBy.elsewhere} <Between from={after} to={before} />
        </span>
      </StripRow>
    );
  }
  const { operation } = last;
  return (
    <StripRow icon={History} name={texts.lastChange}>
      <span className="flex flex-wrap items-center gap-x-3">
        <Link
          href={pages.operation(environment, operation.operationID)}
          prefetch={false}
          className="font-medium text-accent hover:underline"
        >
          <OperationRequest operation={operation} />
        </Link>
        <OutcomeStatus operation={operation} />
        <span className="text-ink-muted">
          <Timestamp value={operation.confirmedAt ?? operation.settledAt ?? operation.createdAt} detail="minute" />{" "}
          {texts.by} <bdi>{operation.actor.name || operation.actor.email}</bdi>
        </span>
      </span>
    </StripRow>
  );
}
