"use client";

import { type ReactNode, useEffect, useId } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { CalendarClock } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { asCommand } from "#components/ui/page-commands.ts";
import { useSession } from "#components/ui/session.tsx";
import { WhyNot } from "#components/ui/why-not/why-not.tsx";
import type { CustomerJobs } from "#lib/contract/customers/customer-jobs.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { ShownCustomer } from "#lib/operations/verified-contract.ts";
import { pages } from "#lib/paths.ts";
import { whyContractHeld } from "#lib/why-not/why-refused.ts";
import { OverridableJobs } from "./override-jobs.tsx";
import { formTexts, type Member, overrideTexts, toolTexts as texts } from "./texts.ts";
import { useContractChange } from "./use-contract-change.ts";
import { useOpenForm } from "./use-open-form.ts";
import { useUndo } from "./use-undo.ts";

const ChangeDialog = lazyPart(() => import("./change-dialog.tsx").then((module) => module.ChangeDialog));

interface ContractToolsProps {
  environment: Environment;
  answer: ShownCustomer;
  /** The customer's newest operations. */
  operations: readonly Operation[];
  /** The running jobs of the customer. */
  jobs: { data: CustomerJobs | undefined };
}

const whyNotClass = "order-last basis-full text-ink-muted text-table md:text-end";

const nothingRuns: Pick<CustomerJobs, "jobs" | "stuck" | "unreadable"> = { jobs: [], stuck: [], unreadable: [] };

/** The reason why the contract cannot be changed at the moment. A job that the person may override is no reason. */
function useHeld({ environment, answer, jobs }: Pick<ContractToolsProps, "environment" | "answer" | "jobs">) {
  const { role } = useSession().staff;
  const { jobs: running, stuck } = jobs.data ?? nothingRuns;
  const jobIDs = running.map(({ jobID }) => jobID).filter((id) => stuck.every(({ jobID }) => jobID !== id));
  const held = whyContractHeld(environment, { role, deleted: answer.customer.deleted, jobIDs });
  return { held, reason: held && texts[held.cause] };
}

/** The menu item that changes the term. Narrow screens show this item, because they have space for only one button. */
export function ChangeTermItem(props: Pick<ContractToolsProps, "environment" | "answer" | "jobs">) {
  const { show } = useOpenForm();
  const { reason } = useHeld(props);
  return (
    <Button
      variant="quiet"
      className="justify-start"
      aria-disabled={reason !== undefined}
      title={reason}
      onClick={() => (reason === undefined ? show("term") : announce(reason))}
    >
      <CalendarClock aria-hidden className="size-4" />
      {texts.changeTerm}
    </Button>
  );
}

/** Shown instead of the buttons to a person without the permission. Explains why there are no buttons. */
export function NoContractTools({ environment }: { environment: Environment }) {
  const { role } = useSession().staff;
  const held = whyContractHeld(environment, { role, deleted: false, jobIDs: [] });
  return held && <WhyNot refusal={held} reason={texts[held.cause]} className={whyNotClass} />;
}

/**
 * The buttons that change the contract. If the contract cannot be changed at the moment, the buttons are disabled, and
 * the reason is shown beside them. Shown to people with the permission.
 */
export function ContractTools(props: ContractToolsProps) {
  const { environment, answer, operations, jobs } = props;
  const { customerID, contract, deleted } = answer.customer;
  const { stuck, unreadable } = jobs.data ?? nothingRuns;
  const overridable = [...stuck, ...unreadable];
  const reasonID = useId();
  const form = useOpenForm();
  const change = useContractChange(environment, customerID);
  const { held, reason } = useHeld(props);

  const { open } = form;
  const { undo, refusal } = useUndo(environment, customerID, form.undoOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must use the contract as it was when the form opened
  useEffect(() => {
    if (undo) change.openUndo(undo, contract);
    else if (open && form.undoOf === undefined) {
      change.open(open, contract, form.value);
      if (form.value !== undefined) form.onFilled();
    }
  }, [open, form.undoOf, undo?.undoOf]);

  const button = (member: Member, label: string, className?: string): ReactNode => (
    <Button
      {...(className !== undefined && { className })}
      aria-disabled={reason !== undefined}
      aria-describedby={reason === undefined ? undefined : reasonID}
      {...asCommand(label, texts.commandWords)}
      {...loadsOnIntent(ChangeDialog)}
      onClick={() => (reason === undefined ? form.show(member) : announce(reason))}
    >
      {label}
    </Button>
  );
  return (
    <>
      {button("plan", texts.changePlan)}
      {button("term", texts.changeTerm, "max-sm:hidden")}
      {held && <WhyNot refusal={held} id={reasonID} reason={texts[held.cause]} className={whyNotClass} />}
      {refusal !== undefined && (
        <p role="alert" className="order-last basis-full text-table md:text-end wrap-anywhere">
          {refusal}
        </p>
      )}
      {reason === undefined && overridable.length > 0 && (
        <div className="order-last basis-full text-table">
          <p>
            {overrideTexts.title(stuck.length, unreadable.length)}. {overrideTexts.mayBeChanged}
          </p>
          <OverridableJobs environment={environment} jobs={overridable} />
        </div>
      )}
      {open && !deleted && change.state.openCount > 0 && (
        <ChangeDialog
          environment={environment}
          answer={answer}
          operations={operations}
          change={change}
          overridable={overridable}
          held={reason === undefined ? undefined : formTexts.held}
          signInHref={pages.signIn(form.address(open))}
          onClose={form.close}
          onLeave={form.leave}
        />
      )}
    </>
  );
}
