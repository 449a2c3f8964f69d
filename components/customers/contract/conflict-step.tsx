"use client";

import Link from "next/link";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { pages } from "#lib/paths.ts";
import { type ChangeState, hasValue } from "./change-state.ts";
import { ComparedValue, ContractComparison, members } from "./contract-comparison.tsx";
import { type Member, memberWords, conflictTexts as texts, undoTexts } from "./texts.ts";

/** The newest successful change in Switchboard that requested one of the changed values, if there is one. */
function madeBy(operations: readonly Operation[], changed: readonly Member[], now: Contract): Operation | undefined {
  const done = operations.filter(({ kind, outcome }) => kind === changeContractKind.kind && outcome === "done");
  return done.find(({ request }) => changed.some((name) => request[name] === now[name]));
}

interface ConflictStepProps {
  environment: Environment;
  state: ChangeState;
  now: Contract;
  operations: readonly Operation[];
}

/** Compares the contract that the person saw with the current contract. Nothing was sent. */
export function ConflictStep({ environment, state, now, operations }: ConflictStepProps) {
  const { member, value, expected, undoOf } = state;
  const isUndo = undoOf !== undefined;
  const changed = members.filter((name) => expected[name] !== now[name]);
  const by = madeBy(operations, changed, now);
  return (
    <div role="alert" className="flex flex-col gap-4">
      <p className="flex gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
        {isUndo ? undoTexts.movedOn : texts.nothingSent}
      </p>
      <ContractComparison
        caption={isUndo ? undoTexts.caption : texts.caption}
        from={isUndo ? undoTexts.left : texts.expected}
        to={texts.now}
        before={expected}
      >
        {(name) => (
          <>
            <ComparedValue member={name} value={now[name]} className={changed.includes(name) ? "font-semibold" : ""} />
            {changed.includes(name) && (
              <span className="ms-2 inline-block whitespace-nowrap rounded-small bg-caution-soft px-1.5 text-caution text-fine">
                {texts.changed}
              </span>
            )}
          </>
        )}
      </ContractComparison>
      <p>
        {hasValue(now, state) ? texts.already(member, value) : (isUndo ? undoTexts.back : texts.wanted)(member, value)}
      </p>
      <p className="text-ink-muted text-table">
        {by ? (
          <>
            {texts.by}{" "}
            <Link
              href={pages.operation(environment, by.operationID)}
              prefetch={false}
              className="text-accent underline"
            >
              <bdi>
                {memberWords[by.request.term === undefined ? "plan" : "term"]} · {by.actor.name || by.actor.email}
              </bdi>
            </Link>
            , <Timestamp value={by.settledAt ?? by.createdAt} detail="clock" />
          </>
        ) : (
          texts.notByConsole
        )}
      </p>
    </div>
  );
}
