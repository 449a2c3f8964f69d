"use client";

import { classNames } from "#components/ui/class-names.ts";
import {
  Archive,
  CircleCheck,
  CircleHelp,
  CircleX,
  type IconComponent,
  LoaderCircle,
} from "#components/ui/icon/icons.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { type CustomerState, customerState, isCreationInProgress } from "#lib/contract/customers/customer-state.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { detailWithJob } from "#lib/operations/operation-outcome.ts";
import { customerStateMeanings, customerStateNames } from "./customer-state-texts.ts";
import { Status, type Tone } from "./status.tsx";

const statusStyles: Readonly<Record<CustomerState, { tone: Tone; icon: IconComponent; badge: string }>> = {
  deleted: { tone: "neutral", icon: Archive, badge: "bg-sunken text-ink-muted" },
  creating: { tone: "progress", icon: LoaderCircle, badge: "bg-sunken text-progress" },
  "creation-failed": { tone: "negative", icon: CircleX, badge: "bg-negative-soft text-negative" },
  unconfirmed: { tone: "caution", icon: CircleHelp, badge: "bg-caution-soft text-caution" },
  active: { tone: "positive", icon: CircleCheck, badge: "" },
};

type Known = Pick<Customer, "deleted" | "creation">;

/** The state of a customer. While a job creates the customer, the state is updated live. */
export function useCustomerState(
  environment: Environment,
  customer: Known | undefined,
  jobs: readonly Pick<Job, "jobID" | "type">[] = [],
): CustomerState | undefined {
  const jobID = customer && isCreationInProgress(customer) ? customer.creation?.jobID : undefined;
  const live = useLiveJobs(environment, jobID === undefined ? [] : [jobID]).jobs.get(jobID ?? "");
  if (!customer) return undefined;
  const { creation } = customer;
  return customerState(customer, { creation: creation && detailWithJob(creation.outcomeDetail, live), jobs });
}

/** The state of a customer, shown by word, shape and colour. */
export function CustomerStatus({ state }: { state: CustomerState }) {
  const { tone, icon } = statusStyles[state];
  return (
    <Status tone={tone} icon={icon} title={customerStateMeanings[state]}>
      {customerStateNames[state]}
    </Status>
  );
}

function Badge({ state, className }: { state: CustomerState; className?: string | undefined }) {
  const { icon: Icon, badge } = statusStyles[state];
  return (
    <span
      title={customerStateMeanings[state]}
      className={classNames(
        "inline-flex shrink-0 items-center gap-1 rounded-small px-1.5 font-normal text-fine",
        badge,
        className,
      )}
    >
      <Icon aria-hidden className="size-3" />
      {customerStateNames[state]}
    </span>
  );
}

interface CustomerStateBadgeProps {
  customer: Pick<Customer, "deleted"> | undefined;
  /** The customer's state, derived from all known data. */
  state: CustomerState | undefined;
  className?: string;
}

/** The state beside a customer's name. Renders nothing if the customer is active. */
export function CustomerStateBadge({ customer, state, className }: CustomerStateBadgeProps) {
  if (state === undefined || state === "active") return null;
  return (
    <>
      <Badge state={state} className={className} />
      {customer?.deleted && state !== "deleted" && <Badge state="deleted" className={className} />}
    </>
  );
}

function LiveBadge({ environment, customer }: { environment: Environment; customer: Known }) {
  return <CustomerStateBadge customer={customer} state={useCustomerState(environment, customer)} />;
}

/** The badge in a list of customers. The badge is updated live only if a job is creating the customer. */
export function CustomerRowBadge({ environment, customer }: { environment: Environment; customer: Known }) {
  if (isCreationInProgress(customer)) return <LiveBadge environment={environment} customer={customer} />;
  return <CustomerStateBadge customer={customer} state={customerState(customer)} />;
}
