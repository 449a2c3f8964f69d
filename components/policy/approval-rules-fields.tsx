"use client";

import { useState } from "react";
import { inputClass, TextField } from "#components/forms/text-field.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ApprovalPolicyAnswer, ApprovalRules } from "#lib/contract/access/approval-policy.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { defaultBulkRows } from "#lib/contract/values/operations/approval-states.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import { approvalPolicyTexts as texts } from "./approval-texts.ts";
import { PolicyOption } from "./policy-option.tsx";

type Requesters = ApprovalPolicyAnswer["approvers"][number]["requesters"];

/** Everybody and every key that may request, and whether anybody could approve it. */
function RequesterList({ requesters }: { requesters: Requesters }) {
  const without = requesters.filter(({ hasApprover }) => !hasApprover);
  const ordered = [...without, ...requesters.filter(({ hasApprover }) => hasApprover)];
  return (
    <details open={without.length > 0} className="text-table">
      <summary className={`cursor-pointer ${without.length > 0 ? "text-caution" : "text-ink-muted"}`}>
        {texts.requesters(requesters.length, without.length)}
      </summary>
      <p className="mt-1 text-fine text-ink-muted">{texts.requestersNote}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {ordered.map(({ staffID, name, isKey, hasApprover, from }) => (
          <li key={staffID} className="flex flex-wrap gap-x-3">
            <bdi className="wrap-anywhere">{isKey ? texts.key(name) : name}</bdi>
            <span className={hasApprover ? "text-ink-muted" : "text-caution"}>
              {hasApprover ? (
                texts.hasApprover
              ) : from === undefined ? (
                texts.noApprover
              ) : (
                <>
                  {texts.noApproverUntil} <Timestamp value={from} detail="minute" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ApprovalRulesFieldsProps {
  id: string;
  environment: Environment;
  /** How many people could approve there. */
  approvers: number;
  requesters: Requesters;
  rules: ApprovalRules;
  onChange: (rules: ApprovalRules) => void;
}

const valuesOf = (text: string) => [
  ...new Set(
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
];

/** What needs approval in one environment. */
export function ApprovalRulesFields(props: ApprovalRulesFieldsProps) {
  const { id, environment, approvers, requesters, rules, onChange } = props;
  const [plans, setPlans] = useState(rules.plans.join(", "));
  const [terms, setTerms] = useState(rules.terms.join(", "));
  const set = (change: Partial<ApprovalRules>) => onChange({ ...rules, ...change });
  return (
    <fieldset className="flex flex-col gap-3 border-line border-t pt-4">
      <legend className="contents">
        <span className="flex flex-wrap items-center gap-3">
          <EnvironmentMark environment={environment} />
          <span className="text-ink-muted text-table">{texts.approvers(approvers)}</span>
        </span>
      </legend>
      <RequesterList requesters={requesters} />
      <PolicyOption
        id={`${id}-bulk`}
        label={texts.bulk}
        note={texts.bulkNote}
        checked={rules.bulkRows !== null}
        onChange={(isOn) => set({ bulkRows: isOn ? defaultBulkRows : null })}
      />
      {rules.bulkRows !== null && (
        <div className="ms-6.5 flex items-center gap-2">
          <label htmlFor={`${id}-rows`} className="text-table">
            {texts.rows}
          </label>
          <input
            id={`${id}-rows`}
            type="number"
            min={1}
            max={maxBulkRows}
            className={`${inputClass} w-28`}
            value={Number.isNaN(rules.bulkRows) ? "" : rules.bulkRows}
            onChange={({ target }) => set({ bulkRows: target.valueAsNumber })}
          />
        </div>
      )}
      <PolicyOption
        id={`${id}-planned`}
        label={texts.planned}
        note={texts.plannedNote}
        checked={rules.plannedChanges}
        onChange={(plannedChanges) => set({ plannedChanges })}
      />
      <PolicyOption
        id={`${id}-imports`}
        label={texts.imports}
        note={texts.importsNote}
        checked={rules.imports}
        onChange={(imports) => set({ imports })}
      />
      <PolicyOption
        id={`${id}-single`}
        label={texts.single}
        note={texts.singleNote}
        checked={rules.singleChanges}
        onChange={(singleChanges) => set({ singleChanges })}
      />
      <TextField
        id={`${id}-plans`}
        label={texts.plans}
        autoComplete="off"
        placeholder={texts.valuesHint}
        error={undefined}
        value={plans}
        onChange={({ target }) => {
          setPlans(target.value);
          set({ plans: valuesOf(target.value) });
        }}
      />
      <TextField
        id={`${id}-terms`}
        label={texts.terms}
        autoComplete="off"
        placeholder={texts.valuesHint}
        error={undefined}
        value={terms}
        onChange={({ target }) => {
          setTerms(target.value);
          set({ terms: valuesOf(target.value) });
        }}
      />
    </fieldset>
  );
}
