"use client";

import Link from "next/link";
import { Count } from "#components/ui/count.tsx";
import { ReadContent, type Reading } from "#components/ui/panel/panel.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { contractChangeOf } from "#lib/operation-kinds/operation-kinds.ts";
import { pages } from "#lib/paths.ts";
import { LastVerified } from "./last-verified.tsx";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { detailTexts, factsTexts as texts } from "./texts.ts";

interface FactsPanelProps {
  environment: Environment;
  reading: Reading<CustomerAnswer>;
  /** The customer's newest operations. */
  operations: readonly Operation[];
  signInHref: string;
}

interface ValueProps {
  member: "plan" | "term";
  answer: CustomerAnswer;
}

function Value({ member, answer: { customer, source } }: ValueProps) {
  const value = customer.contract[member];
  if (value === undefined) {
    // The record shows what earlier answers contained, which may be less than the API provides.
    return <span className="text-ink-muted">{source === "known" ? texts.notKnown : texts.notProvided}</span>;
  }
  return <ContractValue member={member} value={value} className="font-medium" />;
}

interface AwaitedProps {
  environment: Environment;
  member: "plan" | "term";
  operations: readonly Operation[];
}

/** A value that the API has accepted but does not show yet, beside the value that it shows. */
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

/** The facts about a customer in one strip, the most important first. */
export function FactsPanel({ environment, reading, operations, signInHref }: FactsPanelProps) {
  const verified = operations.find((one) => contractChangeOf(one) && one.confirmedAt !== undefined);
  return (
    <section aria-label={texts.title} className="rounded-base border border-line bg-surface">
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
                <Awaited environment={environment} member="plan" operations={operations} />
              </FactRow>
              <FactRow name={texts.term}>
                <Value member="term" answer={answer} />
                <Awaited environment={environment} member="term" operations={operations} />
              </FactRow>
              <FactRow name={texts.users}>
                {customer.usersCount !== undefined && <Count value={customer.usersCount} />}
              </FactRow>
              <FactRow name={texts.email} className="max-sm:col-span-full">
                {customer.adminUser.email !== undefined && (
                  <>
                    <bdi>{customer.adminUser.email}</bdi>
                    <span className="ms-0.5 align-middle">
                      <CopyButton text={customer.adminUser.email} label={texts.copyEmail} />
                    </span>
                  </>
                )}
              </FactRow>
              <FactRow name={texts.created}>
                {customer.created !== undefined && <Timestamp value={customer.created} detail="minute" />}
              </FactRow>
              <FactRow name={texts.deletedAt}>
                {customer.deletedAt !== undefined && <Timestamp value={customer.deletedAt} detail="minute" />}
              </FactRow>
              <FactRow name={texts.verified} className="max-sm:col-span-full">
                {verified && <LastVerified environment={environment} operation={verified} />}
              </FactRow>
            </Facts>
          );
        }}
      </ReadContent>
    </section>
  );
}
