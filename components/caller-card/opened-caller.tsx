"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { ArrowRight } from "#components/ui/icon/icons.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Ago } from "#components/ui/time/ago.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { CallerCard } from "#lib/contract/console/caller-card.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import { ReasonList } from "./reason-list.tsx";
import { callerTexts as texts } from "./texts.ts";

interface OpenedCallerProps {
  environment: Environment;
  card: CallerCard & { customer: NonNullable<CallerCard["customer"]> };
  /** The actions of other entities: the ticket and the summary for a ticket. */
  actions: ReactNode;
}

/** The customer who is calling, and why. The customer's page, where people change things, is one key away. */
export function OpenedCaller({ environment, card, actions }: OpenedCallerProps) {
  const { customer, candidates, reasons, source, asOf, stale } = card;
  const { customerID, companyName, contract, usersCount, adminUser, deleted } = customer;
  const open = useRef<HTMLAnchorElement>(null);
  // The page was opened for this customer, so Enter leads to the customer's page.
  useEffect(() => open.current?.focus(), []);
  return (
    <section aria-label={companyName} className="overflow-clip rounded-base border border-line-strong bg-surface">
      <div aria-hidden className={environment === "production" ? "h-1 env-production" : "h-1 env-sandbox"} />
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3">
        <EnvironmentBadge environment={environment} />
        <h2 className="min-w-0 font-semibold text-display wrap-anywhere">
          <bdi className={deleted ? "line-through" : undefined}>{companyName || shortenMiddle(customerID)}</bdi>
        </h2>
        {deleted && <span className="font-medium text-negative">{texts.deleted}</span>}
        <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">
          {actions}
          <Link
            ref={open}
            href={pages.customer(environment, customerID)}
            prefetch={false}
            className={buttonClass("primary")}
          >
            {texts.open}
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        </div>
      </header>
      <Facts isRow>
        <FactRow name={texts.number}>{candidates[0]?.number && <bdi>{candidates[0].number}</bdi>}</FactRow>
        <FactRow name={texts.plan}>
          {contract.plan !== undefined && <ContractValue member="plan" value={contract.plan} />}
        </FactRow>
        <FactRow name={texts.term}>
          {contract.term !== undefined && <ContractValue member="term" value={contract.term} />}
        </FactRow>
        <FactRow name={texts.users}>{usersCount !== undefined && <Count value={usersCount} />}</FactRow>
        <FactRow name={texts.email}>{adminUser.email !== undefined && <bdi>{adminUser.email}</bdi>}</FactRow>
      </Facts>
      {(source === "known" || stale) && (
        <p className="px-4 pb-3 text-caution text-table">
          {texts.ofEarlier}: <Ago at={asOf} />
        </p>
      )}
      <ReasonList environment={environment} customerID={customerID} reasons={reasons} />
    </section>
  );
}
