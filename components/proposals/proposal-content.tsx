import { Count } from "#components/ui/count.tsx";
import { FactRow } from "#components/ui/record/facts.tsx";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import { ComparedContract } from "#components/ui/value/compared-contract.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Proposal, ProposalDetail } from "#lib/contract/operations/proposal.ts";
import type { ProposalKind } from "#lib/contract/values/operations/proposal-states.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { proposalTexts as texts } from "./texts.ts";

/** How a person sees the content of a proposal. It is built from the stored values only. */
interface ContentParts {
  /** Rows of the list of facts. */
  Values: (props: { proposal: Proposal }) => React.ReactNode;
  /** Content under the list of facts. */
  Body?: (props: { detail: ProposalDetail }) => React.ReactNode;
}

function CustomerRows({ proposal: { environment, customerID, companyName } }: { proposal: Proposal }) {
  return (
    <>
      <FactRow name={texts.customer}>
        <CustomerName environment={environment} customerID={customerID} companyName={companyName} />
      </FactRow>
      <FactRow name={texts.customerID}>
        <span className="font-mono wrap-anywhere">{customerID}</span>
      </FactRow>
    </>
  );
}

function Compared({ detail: { proposal, current } }: { detail: ProposalDetail }) {
  const { change, then: second, expected = {} } = proposal;
  return <ComparedContract expected={expected} current={current} wanted={{ ...change, ...second }} />;
}

const valueWords = (change: Contract): string =>
  change.plan === undefined
    ? `${texts.term}: ${contractValueName("term", change.term ?? "")}`
    : `${texts.plan}: ${contractValueName("plan", change.plan)}`;

function PlannedRows({ proposal }: { proposal: Proposal }) {
  const { change, then: second, at, until } = proposal;
  return (
    <>
      <CustomerRows proposal={proposal} />
      {change && <FactRow name={texts.newValue}>{valueWords(change)}</FactRow>}
      {second && <FactRow name={texts.secondValue}>{valueWords(second)}</FactRow>}
      <FactRow name={texts.begins}>{at && <ZonedTime {...at} />}</FactRow>
      <FactRow name={texts.ends}>{until && <ZonedTime {...until} />}</FactRow>
    </>
  );
}

function BulkRows({ proposal: { change, customers = [] } }: { proposal: Proposal }) {
  return (
    <>
      <FactRow name={texts.newValue}>{change && valueWords(change)}</FactRow>
      <FactRow name={texts.customers}>
        <Count value={customers.length} />
      </FactRow>
    </>
  );
}

/** A value of a customer's contract. If the bulk change sets another value, both values are shown. */
function BulkValue({
  member,
  value,
  wanted,
}: {
  member: "plan" | "term";
  value: string | undefined;
  wanted: string | undefined;
}) {
  const shown = value !== undefined && <ContractValue member={member} value={value} />;
  if (wanted === undefined || wanted === value) return shown;
  return (
    <>
      <span className="text-ink-muted">{shown || texts.noValue}</span> →{" "}
      <span className="font-semibold">
        <ContractValue member={member} value={wanted} />
      </span>
    </>
  );
}

/** The customers of a bulk change, each with its ID, the contract that was read, and the new value. */
function BulkCustomers({ detail: { proposal } }: { detail: ProposalDetail }) {
  const { environment, customers = [] } = proposal;
  const wanted: Contract = proposal.change ?? {};
  return (
    <table className="w-full text-table">
      <caption className="sr-only">{texts.customersOf(String(customers.length))}</caption>
      <thead className="text-fine text-ink-muted">
        <tr>
          {[texts.customer, texts.plan, texts.term].map((name) => (
            <th key={name} scope="col" className="px-2 py-1.5 text-start font-normal first:ps-0">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {customers.map(({ customerID, companyName, expected: { plan, term } }) => (
          <tr key={customerID} className="border-line border-t">
            <th scope="row" className="py-2 pe-2 text-start font-normal">
              <CustomerName environment={environment} customerID={customerID} companyName={companyName} />
              {companyName !== "" && (
                <span className="block font-mono text-fine text-ink-muted wrap-anywhere">{customerID}</span>
              )}
            </th>
            <td className="px-2 py-2 wrap-break-word">
              <BulkValue member="plan" value={plan} wanted={wanted.plan} />
            </td>
            <td className="px-2 py-2 wrap-break-word">
              <BulkValue member="term" value={term} wanted={wanted.term} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CreationRows({ proposal: { creation } }: { proposal: Proposal }) {
  if (!creation) return null;
  const { companyName, plan, term, usersCount, adminUser } = creation;
  return (
    <>
      <FactRow name={texts.companyName}>
        <bdi className="wrap-anywhere">{companyName}</bdi>
      </FactRow>
      <FactRow name={texts.plan}>
        <ContractValue member="plan" value={plan} />
      </FactRow>
      <FactRow name={texts.term}>
        <ContractValue member="term" value={term} />
      </FactRow>
      <FactRow name={texts.usersCount}>{usersCount !== undefined && <Count value={usersCount} />}</FactRow>
      <FactRow name={texts.adminEmail}>{adminUser && <bdi className="wrap-anywhere">{adminUser.email}</bdi>}</FactRow>
    </>
  );
}

function NoteText({ detail: { proposal } }: { detail: ProposalDetail }) {
  return (
    <>
      <h3 className="py-1 font-medium text-table">{texts.note}</h3>
      <p className="whitespace-pre-wrap wrap-anywhere">
        <bdi>{proposal.text}</bdi>
      </p>
    </>
  );
}

/** How the content of each kind is shown. */
export const contentParts: Readonly<Record<ProposalKind, ContentParts>> = {
  change: { Values: CustomerRows, Body: Compared },
  planned: { Values: PlannedRows, Body: Compared },
  bulk: { Values: BulkRows, Body: BulkCustomers },
  creation: { Values: CreationRows },
  note: { Values: CustomerRows, Body: NoteText },
};
