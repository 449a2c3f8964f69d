"use client";

import { Printer } from "lucide-react";
import { useLastList } from "#components/customers/use-last-list.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { CustomerStateBadge } from "#components/ui/customer-state.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { EnvironmentBadge } from "#components/ui/environment-badge.tsx";
import type { Customer } from "#lib/contract/customer.ts";
import type { CustomerState } from "#lib/contract/customer-state.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { CaseBundleButton } from "./case-summary-button.tsx";
import { detailTexts as texts } from "./texts.ts";

interface HeaderProps {
  environment: Environment;
  customerID: string;
  customer: Customer | undefined;
  state: CustomerState | undefined;
}

/** Whose page it is, the way back to the list, and what can be done with the page itself. */
export function CustomerHeader({ environment, customerID, customer, state }: HeaderProps) {
  const lastList = useLastList(environment);
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="print:hidden">
          <BackLink href={pages.customers(environment, lastList)}>{texts.customers}</BackLink>
        </p>
        <p className="hidden items-center gap-2 print:flex">
          <EnvironmentBadge environment={environment} />
          <span className="text-fine wrap-anywhere">{pages.customer(environment, customerID)}</span>
        </p>
        <h1 className="flex flex-wrap items-center gap-x-3 font-semibold text-display">
          <bdi className={classNames("wrap-anywhere", customer?.deleted && "text-ink-muted line-through")}>
            {customer ? customer.companyName || texts.noName : texts.title}
          </bdi>
          <CustomerStateBadge customer={customer} state={state} className="text-table" />
        </h1>
        <EntityID id={customerID} copyLabel={texts.copyID} />
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CaseBundleButton environment={environment} customerID={customerID} />
        <Button onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          {texts.print}
        </Button>
      </div>
    </header>
  );
}
