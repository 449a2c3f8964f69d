"use client";

import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Customer } from "#lib/contract/customer.ts";
import type { ChangeState } from "./change-state.ts";
import { ContractComparison } from "./contract-comparison.tsx";
import { reviewTexts as texts } from "./texts.ts";

interface ReviewStepProps {
  customer: Customer;
  state: ChangeState;
  isSending: boolean;
  /** Why it cannot be sent just now. */
  held: string | undefined;
  /** What else is to be decided before it is sent. */
  children: ReactNode;
}

/** Exactly what is going to change, and what stays. */
export function ReviewStep({ customer, state, isSending, held, children }: ReviewStepProps) {
  const { member, value, seen } = state;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-muted">{texts.id}</dt>
        <dd className="font-mono text-fine leading-5 wrap-anywhere">{customer.customerID}</dd>
      </dl>
      <ContractComparison caption={texts.caption} from={texts.before} to={texts.after} seen={seen}>
        {(name) =>
          name === member ? (
            <span className="inline-flex items-baseline gap-1.5 font-semibold">
              <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-ink-muted" />
              <bdi className="whitespace-pre-wrap">{value}</bdi>
            </span>
          ) : (
            <span className="text-ink-muted">{texts.unchanged}</span>
          )
        }
      </ContractComparison>
      {children}
      <p role="status" className="text-ink-muted text-table">
        {isSending ? texts.stillSending : (held ?? texts.compare)}
      </p>
    </div>
  );
}
