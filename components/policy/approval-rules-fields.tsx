"use client";

import { useState } from "react";
import { TextField } from "#components/forms/text-field.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { ApprovalPolicyAnswer, ApprovalRules } from "#lib/contract/access/approval-policy.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { defaultBulkRows } from "#lib/contract/values/operations/approval-states.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import { fittingContractValues } from "#lib/format/contract-value-name.ts";
import { approvalPolicyTexts as texts } from "./approval-texts.ts";
import { PolicyNumber } from "./policy-number.tsx";
import { PolicyOption } from "./policy-option.tsx";

type Requesters = ApprovalPolicyAnswer["approvers"][number]["requesters"];

/**
 * All people and API clients who may request a change. Says for each whether anybody else could approve the request.
 */
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
  /** The number of people who may approve in this environment. */
  approvers: number;
  requesters: Requesters;
  /** The known plans and terms of this environment. */
  known: { plans: readonly string[]; terms: readonly string[] };
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

interface RuleValuesProps {
  id: string;
  member: "plan" | "term";
  known: readonly string[];
  ruled: readonly string[];
  onChange: (ruled: string[]) => void;
}

/** Asks which plans or terms need approval. A person selects known values or types other values. */
function RuleValues({ id, member, known, ruled, onChange }: RuleValuesProps) {
  const [text, setText] = useState(ruled.filter((value) => !known.includes(value)).join(", "));
  const typed = valuesOf(text);
  const chosen = known.filter((value) => ruled.includes(value));
  const notes = typed.map((value) => {
    const fitting = fittingContractValues(member, value, known);
    if (fitting.length === 0) return { value, note: texts.unknown[member](value), isUnknown: true };
    return { value, note: texts.means(value, fitting), isUnknown: false };
  });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">{texts.values[member]}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {known.map((value) => (
          <label key={value} className="flex min-h-6 min-w-0 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 shrink-0"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange([...known.filter((one) => (one === value ? target.checked : chosen.includes(one))), ...typed])
              }
            />
            <ContractValue member={member} value={value} className="wrap-anywhere" />
          </label>
        ))}
      </div>
      <TextField
        id={id}
        label={texts.others[member]}
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.valuesHint}
        error={undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange([...chosen, ...valuesOf(target.value)]);
        }}
      />
      <div role="status" className="text-table empty:hidden">
        {notes.map(({ value, note, isUnknown }) => (
          <p key={value} className={classNames("wrap-anywhere", isUnknown ? "text-caution" : "text-ink-muted")}>
            {note}
          </p>
        ))}
      </div>
    </fieldset>
  );
}

/** The approval rules of one environment. */
export function ApprovalRulesFields(props: ApprovalRulesFieldsProps) {
  const { id, environment, approvers, requesters, known, rules, onChange } = props;
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
        <PolicyNumber
          id={`${id}-rows`}
          label={texts.rows}
          max={maxBulkRows}
          value={rules.bulkRows}
          onChange={(bulkRows) => set({ bulkRows })}
        />
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
      <RuleValues
        id={`${id}-plans`}
        member="plan"
        known={known.plans}
        ruled={rules.plans}
        onChange={(plans) => set({ plans })}
      />
      <RuleValues
        id={`${id}-terms`}
        member="term"
        known={known.terms}
        ruled={rules.terms}
        onChange={(terms) => set({ terms })}
      />
    </fieldset>
  );
}
