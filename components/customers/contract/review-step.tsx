"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ArrowRight } from "#components/ui/icon/icons.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";
import { type ChangeState, changesOf, otherMember } from "./change-state.ts";
import { ContractComparison } from "./contract-comparison.tsx";
import { PlanReview } from "./plan/plan-review.tsx";
import { planTexts } from "./plan/plan-texts.ts";
import { isPlan } from "./plan/when.ts";
import { formTexts, reviewTexts as texts } from "./texts.ts";

interface ReviewStepProps {
  environment: Environment;
  customer: Customer;
  state: ChangeState;
  isSending: boolean;
  /** The reason why the change cannot be sent at the moment. */
  held: string | undefined;
  /** More questions that the person must answer before sending. */
  children: ReactNode;
}

/** Shows the exact changes, and the values that stay the same. */
export function ReviewStep({ environment, customer, state, isSending, held, children }: ReviewStepProps) {
  const { data } = useQuery(contractValuesQueryOptions(environment));
  const { member, value, second, expected } = state;
  const isPlanned = isPlan(state.when);
  const planned = changesOf(state);
  const wanted = { [member]: value, ...(second !== "" && { [otherMember(member)]: second }) };
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-muted">{texts.id}</dt>
        <dd className="font-mono text-fine wrap-anywhere">{customer.customerID}</dd>
      </dl>
      <ContractComparison caption={texts.caption} from={texts.before} to={texts.after} before={expected}>
        {(name) =>
          wanted[name] !== undefined ? (
            <span className="inline-flex max-w-full items-baseline gap-x-1.5 font-semibold max-sm:flex-wrap">
              <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-ink-muted max-sm:hidden" />
              <ContractValue member={name} value={wanted[name]} className="min-w-0 whitespace-pre-wrap" />
              {second !== "" && (
                <span className="font-normal text-fine text-ink-muted">{texts.stepOf(name === member ? 1 : 2)}</span>
              )}
            </span>
          ) : (
            <span className="text-ink-muted">{texts.unchanged}</span>
          )
        }
      </ContractComparison>
      {second !== "" && !isPlanned && <p className="text-table">{formTexts.inTwoSteps}</p>}
      {isPlanned && (
        <PlanReview
          graceMinutes={data?.plannedGraceMinutes}
          when={state.when}
          change={planned.change}
          second={planned.then}
        />
      )}
      {children}
      <p role="status" className="text-ink-muted text-table">
        {isPlanned ? isSending && planTexts.stillScheduling : isSending ? texts.stillSending : (held ?? texts.compare)}
      </p>
    </div>
  );
}
