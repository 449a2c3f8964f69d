"use client";

import Link from "next/link";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { StripRow } from "#components/ui/panel/strip-row.tsx";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { troubledOperation } from "#lib/customers/customer-facts.ts";
import { pages } from "#lib/paths.ts";
import { OperationReason, OperationRequest } from "../operation-words.tsx";
import { stripTexts as texts } from "../texts.ts";

interface TroubleRowProps {
  environment: Environment;
  operations: readonly Operation[];
}

/** The operation that failed, was refused or has an unknown outcome. Shows the reason, if it is known. */
export function TroubleRow({ environment, operations }: TroubleRowProps) {
  const operation = troubledOperation(operations);
  if (!operation) return null;
  return (
    <StripRow icon={TriangleAlert} name={texts.trouble} tone={operation.outcome === "unknown" ? "caution" : "negative"}>
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
          <Timestamp value={operation.createdAt} detail="minute" />
        </span>
      </span>
      <OperationReason operation={operation} />
    </StripRow>
  );
}
