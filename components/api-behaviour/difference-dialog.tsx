"use client";

import { useId, useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Difference, DifferenceDecision } from "#lib/contract/api-behaviour.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { differenceDecisions } from "#lib/contract/values/api-behaviour.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { api, pages } from "#lib/paths.ts";
import { apiBehaviourQueryOptions } from "#lib/query/api-behaviour.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { callsViewParams } from "#lib/url-state/calls-view.ts";
import { decisionNames, meaningOf, reportOf, stepOf, summaryOf, apiBehaviourTexts as texts } from "./texts.ts";

type Choice = DifferenceDecision["decision"];

interface DifferenceDialogProps {
  environment: Environment;
  difference: Difference;
  onClose: () => void;
}

/**
 * Explains a difference and its effect, and shows the decision about it. A person with the permission can decide here.
 */
export function DifferenceDialog({ environment, difference, onClose }: DifferenceDialogProps) {
  const { differenceID, where, count, of, firstSeen, lastSeen, requestID, decision } = difference;
  const locale = useNumberLocale();
  const mayDecide = may(useSession().staff.role, "profile.decide");
  const [reasonID, choiceName] = [useId(), useId()];
  const choices: readonly Choice[] = decision ? [...differenceDecisions, "reopened"] : differenceDecisions;
  const [choice, setChoice] = useState<Choice>(decision ? "reopened" : "accepted-here");
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({
    inputOf: { reason: reasonID },
    queryKey: apiBehaviourQueryOptions(environment).queryKey,
  });
  const counts = { count: formatCount(count, locale), of: formatCount(of, locale) };
  const report = reportOf(difference, counts);
  const save = () =>
    change.run(async () => {
      await sendJson("POST", api.differenceDecision(environment, differenceID), { decision: choice, reason });
      onClose();
    });
  return (
    <ConfirmedDialog
      title={summaryOf(difference)}
      detail={<span className="font-mono text-fine">{where.operation}</span>}
      change={change}
      failed={texts.failed}
      submit={texts.save}
      disabled={!mayDecide}
      onSubmit={save}
      cancel={{ label: texts.cancel, onClick: onClose, isFirst: true }}
      onClose={onClose}
    >
      <Facts className="px-0 py-0">
        <FactRow name={texts.seen}>{texts.seenOf(counts.count, counts.of)}</FactRow>
        <FactRow name={texts.firstSeen}>
          <Timestamp value={firstSeen} detail="minute" />
        </FactRow>
        <FactRow name={texts.lastSeen}>
          <Timestamp value={lastSeen} detail="minute" />
        </FactRow>
        <FactRow name={texts.example}>
          <EntityID
            id={requestID}
            copyLabel={texts.copyRequestID}
            href={pages.calls(environment, callsViewParams({ requestIDs: [requestID] }))}
          />
        </FactRow>
      </Facts>
      <p>
        {meaningOf(difference)} {stepOf(difference)}
      </p>
      <div>
        <p className="flex items-center gap-1 text-fine text-ink-muted">
          {texts.report} <CopyButton text={report} label={texts.copyReport} />
        </p>
        <p className="whitespace-pre-wrap rounded-small bg-sunken px-2 py-1 font-mono text-fine wrap-anywhere">
          {report}
        </p>
      </div>
      {mayDecide ? (
        <>
          <fieldset className="flex flex-col gap-1.5">
            <legend className="mb-1 font-medium text-table">{texts.decision}</legend>
            {choices.map((one) => (
              <label key={one} className="flex min-h-6 items-center gap-2">
                <input type="radio" name={choiceName} checked={choice === one} onChange={() => setChoice(one)} />
                {decisionNames[one]}
              </label>
            ))}
          </fieldset>
          <TextField
            id={reasonID}
            label={texts.reason}
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={change.errorAt(reasonID)}
          />
        </>
      ) : (
        <p className="text-ink-muted">{texts.mayNotDecide}</p>
      )}
    </ConfirmedDialog>
  );
}
