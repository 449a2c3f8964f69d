"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Count } from "#components/ui/count.tsx";
import { ReadContent, type Reading } from "#components/ui/panel/panel.tsx";
import { StripRows } from "#components/ui/panel/strip-row.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Ago } from "#components/ui/time/ago.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { CustomerHistory } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { KnownMember } from "#lib/contract/values/customers/known-filters.ts";
import { contractChangeOf } from "#lib/operation-kinds/operation-kinds.ts";
import { pages } from "#lib/paths.ts";
import { PanelSkeleton } from "../panel-skeleton.tsx";
import { detailTexts, factsTexts as texts } from "../texts.ts";
import { LastChangeRow } from "./last-change-row.tsx";
import { TroubleRow } from "./trouble-row.tsx";

interface CustomerStripProps {
  environment: Environment;
  /** The customer. Undefined if there is no such customer. */
  reading: Reading<CustomerAnswer> | undefined;
  /** The customer's newest operations. */
  operations: readonly Operation[];
  /**
   * The customer's states that the console has stored from API answers. Undefined if the stored states are not loaded.
   */
  history: CustomerHistory | undefined;
  /** The lines about running jobs. */
  jobs: ReactNode;
  /** Parts of other entities: the pinned note and the planned change. */
  notes: ReactNode;
  planned: ReactNode;
  signInHref: string;
}

interface ValueProps {
  member: "plan" | "term";
  answer: CustomerAnswer;
}

function Value({ member, answer: { customer, source } }: ValueProps) {
  const value = customer.contract[member];
  if (value === undefined) {
    // Says only "not known" for a stored answer, because such an answer may contain fewer values than the API provides.
    return <span className="text-ink-muted">{source === "known" ? texts.notKnown : texts.notProvided}</span>;
  }
  return <ContractValue member={member} value={value} className="font-semibold text-title" />;
}

/** The age of a value that is older than the rest of the customer. */
function ValueAge({ member, answer: { memberSeenAt } }: { member: KnownMember; answer: CustomerAnswer }) {
  const at = memberSeenAt?.[member];
  if (at === undefined) return null;
  return (
    <span title={texts.readAgoWhy} className="block text-fine text-ink-muted">
      {texts.readAgo} <Ago at={at} />
    </span>
  );
}

interface AwaitedProps {
  environment: Environment;
  member: "plan" | "term";
  operations: readonly Operation[];
}

/** A new value that the API has accepted but does not show yet. Appears beside the old value. */
function Awaited({ environment, member, operations }: AwaitedProps) {
  const awaited = operations.find((one) => contractChangeOf(one) && one.effect === "awaited");
  const value = awaited?.request[member];
  if (!awaited || typeof value !== "string") return null;
  return (
    <Link
      href={pages.operation(environment, awaited.operationID)}
      prefetch={false}
      className="block text-accent text-table hover:underline"
    >
      <ContractValue member={member} value={value} />: {texts.awaited}
    </Link>
  );
}

/**
 * A summary of the customer. The order: failures and running jobs, the contract, the pinned note, the planned change,
 * the last change. A row without content is not rendered.
 */
export function CustomerStrip(props: CustomerStripProps) {
  const { environment, reading, operations, history, jobs, notes, planned, signInHref } = props;
  return (
    <section
      aria-label={texts.title}
      className="overflow-clip rounded-base border border-line-strong bg-surface not-has-[>:not(:empty)]:hidden print:break-inside-avoid"
    >
      <StripRows className="border-line border-b">
        <TroubleRow environment={environment} operations={operations} />
        {jobs}
      </StripRows>
      {reading && (
        <ReadContent
          reading={reading}
          signInHref={signInHref}
          skeleton={<PanelSkeleton label={detailTexts.loading} lines={1} />}
        >
          {(answer) => {
            const { customer } = answer;
            return (
              <Facts isRow>
                <FactRow name={texts.plan}>
                  <Value member="plan" answer={answer} />
                  <ValueAge member="plan" answer={answer} />
                  <Awaited environment={environment} member="plan" operations={operations} />
                </FactRow>
                <FactRow name={texts.term}>
                  <Value member="term" answer={answer} />
                  <ValueAge member="term" answer={answer} />
                  <Awaited environment={environment} member="term" operations={operations} />
                </FactRow>
                <FactRow name={texts.users}>
                  {customer.usersCount !== undefined && (
                    <>
                      <span className="text-title">
                        <Count value={customer.usersCount} />
                      </span>
                      <ValueAge member="usersCount" answer={answer} />
                    </>
                  )}
                </FactRow>
                <FactRow name={texts.email} className="max-sm:order-last max-sm:col-span-full">
                  {customer.adminUser.email !== undefined && (
                    <>
                      <bdi>{customer.adminUser.email}</bdi>
                      <span className="ms-1 align-middle">
                        <CopyButton text={customer.adminUser.email} label={texts.copyEmail} />
                      </span>
                      <ValueAge member="email" answer={answer} />
                    </>
                  )}
                </FactRow>
                <FactRow name={texts.created}>
                  {customer.created !== undefined && <Timestamp value={customer.created} detail="minute" />}
                </FactRow>
                <FactRow name={texts.deletedAt}>
                  {customer.deletedAt !== undefined && <Timestamp value={customer.deletedAt} detail="minute" />}
                </FactRow>
              </Facts>
            );
          }}
        </ReadContent>
      )}
      <StripRows className="border-line border-t">
        {notes}
        {planned}
        <LastChangeRow environment={environment} operations={operations} history={history} />
      </StripRows>
    </section>
  );
}
