"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import {
  type EnteredTime,
  enteredReading,
  enterTime,
  plannedTimeProblem,
  requestTime,
} from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { type GivenReference, useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { PlannedAction, PlannedChange } from "#lib/contract/operations/planned.ts";
import { readInstant } from "#lib/format/local-time.ts";
import { plannedStateNames } from "#lib/planned/planned-texts.ts";
import { customerKey, customerQueryOptions } from "#lib/query/customers/customer.ts";
import { stepPlanned } from "#lib/query/operations/planned.ts";
import { plannedKey } from "#lib/query/operations/planned-key.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { ContractsTable } from "./contracts-table.tsx";
import { comparedFor, needsContract, standingOf, timesFor } from "./decision.ts";
import { decisionTexts, detailTexts, dialogTexts as texts } from "./detail-texts.ts";

interface DecisionDialogProps {
  planned: PlannedChange;
  action: PlannedAction;
  onClose: () => void;
}

type Errors = Partial<Record<"at" | "until", string | undefined>>;

const messageOf = (error: unknown) => {
  const problem = shownProblem(error);
  return problem.code === "planned_moved" ? `${problem.detail} ${texts.moved}` : problem.detail;
};

/**
 * A dialog for one decision about a planned change. Explains the consequences. If the decision needs it, compares the
 * contracts and asks for times.
 */
export function DecisionDialog({ planned, action, onClose }: DecisionDialogProps) {
  const { environment, customerID, companyName, zone, digest } = planned;
  const formID = useId();
  const ids = { at: `${formID}-at`, until: `${formID}-until` };
  const client = useQueryClient();
  const [at, setAt] = useState<EnteredTime>(() => enteredReading(readInstant(planned.at, zone)));
  const [until, setUntil] = useState<EnteredTime>(() =>
    planned.until === undefined
      ? { text: "", zone }
      : enteredReading(readInstant(planned.until, planned.untilZone ?? zone)),
  );
  // Starts with the ticket of the planned change, not with the person's current ticket.
  const [given, onChange] = useState<GivenReference>({ ticket: planned.ticket });
  const [refused, setRefused] = useState<ShownProblem["errors"]>([]);
  const reference = useWriteReference("contract-changes", { kept: { given, onChange }, errors: refused });
  const [wrong, setWrong] = useState<Errors>({});
  const change = useConfirmedChange({ inputOf: ids, toMessage: messageOf, queryKey: plannedKey(environment) });
  const standing = standingOf(planned);
  const words = decisionTexts(action, standing);
  const isComparing = needsContract(action, standing);
  const customer = useQuery({
    ...customerQueryOptions(environment, customerID),
    enabled: isComparing,
    staleTime: 0,
    refetchOnMount: "always",
  });
  // Uses only data that was loaded after the dialog opened, because the person must review current data.
  const now = customer.isFetchedAfterMount && !customer.isFetching ? customer.data?.customer.contract : undefined;
  const asked = timesFor(action, planned, consoleNowMs());
  const start = asked.at ? at.reading : undefined;
  /** Sets the start. Also parses the end again, because a text such as "for 30 days" depends on the start. */
  const changeStart = (next: EnteredTime) => {
    setAt(next);
    setUntil(enterTime(until.text, until.zone, consoleNowMs(), { start: next.reading }));
  };

  const check = (): Errors => {
    const nowMs = consoleNowMs();
    return {
      at: asked.at ? plannedTimeProblem(at, nowMs) : undefined,
      until: asked.until ? plannedTimeProblem(until, nowMs, start) : undefined,
    };
  };
  const submit = () => {
    const found = check();
    setWrong(found);
    const missing = reference.check();
    const wrongName = (["at", "until"] as const).find((name) => found[name] !== undefined);
    const first = wrongName === undefined ? missing[0]?.inputID : ids[wrongName];
    if (first !== undefined) {
      document.getElementById(first)?.focus();
      return;
    }
    if (isComparing && !now) return;
    const end = asked.until ? until.reading : undefined;
    void change.run(async () => {
      try {
        const stepped = await stepPlanned(planned, action, {
          digest,
          ...(start && { at: requestTime(start) }),
          ...(end && { until: requestTime(end) }),
          ...(now && { expected: now }),
          ...(reference.value && { console: reference.value }),
        });
        announce(plannedStateNames[stepped.state]);
        void client.invalidateQueries({ queryKey: customerKey(environment, customerID) });
        onClose();
      } catch (error) {
        const ofReference = shownProblem(error).errors.filter(({ field }) => field?.startsWith("console."));
        if (ofReference.length > 0) {
          setRefused(ofReference);
          document
            .getElementById(reference[ofReference[0]?.field === "console.ticket" ? "ticket" : "reason"].id)
            ?.focus();
          return;
        }
        // Another person has decided first. Reloads the page behind the dialog, so that the page shows the current
        // state.
        if (shownProblem(error).code === "planned_moved") {
          void client.invalidateQueries({ queryKey: plannedKey(environment) });
        }
        throw error;
      }
    });
  };
  return (
    <ConfirmedDialog
      change={change}
      title={words.title}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          <EnvironmentBadge environment={environment} />
          <bdi>{companyName || customerID}</bdi>
        </span>
      }
      failed={texts.failed}
      submit={words.submit}
      disabled={isComparing && !now}
      cancel={{ label: texts.cancel, onClick: onClose, isFirst: true }}
      onSubmit={submit}
      onClose={onClose}
    >
      {isComparing ? (
        <SendingHeld environment={environment} act="plan" />
      ) : (
        action === "revert-now" && <SendingHeld environment={environment} />
      )}
      <p>{words.explained}</p>
      {isComparing && now && (
        <ContractsTable
          caption={texts.caption}
          columns={comparedFor(planned, now, { ...detailTexts, now: texts.now })}
        />
      )}
      {isComparing && !now && (
        <p role="status" className="text-ink-muted">
          {customer.error ? `${texts.unread} ${shownProblem(customer.error).detail}` : texts.reading}
        </p>
      )}
      {asked.at && <TimeField id={ids.at} label={texts.at} value={at} onValue={changeStart} error={wrong.at} />}
      {asked.until && (
        <TimeField
          id={ids.until}
          label={texts.until}
          value={until}
          onValue={setUntil}
          error={wrong.until}
          start={start}
        />
      )}
      <WriteReferenceFields form={reference} disabled={change.isBusy} />
    </ConfirmedDialog>
  );
}
