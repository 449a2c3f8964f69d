"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { Count } from "#components/ui/count.tsx";
import { CustomerStatus } from "#components/ui/customer-state.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { ReadPanel } from "#components/ui/panel.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Customer, CustomerAnswer } from "#lib/contract/customer.ts";
import { type CustomerState, customerState } from "#lib/contract/customer-state.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { detailTexts, factsTexts as texts } from "./texts.ts";

interface FactsPanelProps {
  reading: { data: CustomerAnswer | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** How the customer stands, by all that the page knows. */
  state: CustomerState | undefined;
  signInHref: string;
}

function At({ value }: { value: string }) {
  return (
    <>
      <Timestamp value={value} detail="minute" />{" "}
      <span className="text-ink-muted">
        <ZoneName />
      </span>
    </>
  );
}

function CustomerFacts({ customer, state }: { customer: Customer; state: CustomerState }) {
  const { email } = customer.adminUser;
  return (
    <Facts>
      <Fact name={texts.company}>
        <bdi>{customer.companyName || detailTexts.noName}</bdi>
      </Fact>
      <Fact name={texts.id}>
        <EntityID id={customer.customerID} copyLabel={detailTexts.copyID} whole />
      </Fact>
      <Fact name={texts.email}>
        {email !== undefined && (
          <>
            <bdi>{email}</bdi>
            <span className="ms-0.5 align-middle">
              <CopyButton text={email} label={texts.copyEmail} />
            </span>
          </>
        )}
      </Fact>
      <Fact name={texts.users}>{customer.usersCount !== undefined && <Count value={customer.usersCount} />}</Fact>
      <Fact name={texts.created}>{customer.created !== undefined && <At value={customer.created} />}</Fact>
      <Fact name={texts.state}>
        <CustomerStatus state={state} />
      </Fact>
      <Fact name={texts.deletedAt}>{customer.deletedAt !== undefined && <At value={customer.deletedAt} />}</Fact>
    </Facts>
  );
}

/** What is known of a customer, in the console's words. */
export function FactsPanel({ reading, state, signInHref }: FactsPanelProps) {
  return (
    <ReadPanel
      title={texts.title}
      reading={reading}
      reloadLabel={texts.reload}
      signInHref={signInHref}
      skeleton={<PanelSkeleton label={detailTexts.loading} />}
    >
      {({ customer }) => <CustomerFacts customer={customer} state={state ?? customerState(customer)} />}
    </ReadPanel>
  );
}
