"use client";

import type { ApprovalPolicyAnswer } from "#lib/contract/access/approval-policy.ts";
import { api } from "#lib/paths.ts";
import { approvalPolicyQueryOptions } from "#lib/query/operations/approvals.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { ApprovalRulesFields } from "./approval-rules-fields.tsx";
import { approvalPolicyTexts as texts } from "./approval-texts.ts";
import { type PolicyFields, PolicySettings } from "./policy-settings.tsx";

const shape = { policy: "object", approvers: "array", values: "array", asOf: "string" } as const;

const nothingKnown = { plans: [], terms: [] };

/** The approval rules, and a form to change them. */
export function ApprovalPolicyPanel() {
  return (
    <PolicySettings
      title={texts.title}
      saved={texts.saved}
      className="gap-5"
      skeletonClass="min-h-72"
      options={approvalPolicyQueryOptions()}
      save={(given) => writeJson<ApprovalPolicyAnswer>("PUT", api.approvalPolicy(), shape, given)}
      inputOf={(id, { approvers }) =>
        Object.fromEntries(approvers.map(({ environment }) => [environment, `${id}-${environment}-rows`]))
      }
      fields={ApprovalFields}
    />
  );
}

function ApprovalFields({ id, answer: { approvers, values }, given, onGiven }: PolicyFields<ApprovalPolicyAnswer>) {
  return (
    <>
      <p className="text-ink-muted text-table">{texts.note}</p>
      {approvers.map(({ environment, count, requesters }) => (
        <ApprovalRulesFields
          key={environment}
          id={`${id}-${environment}`}
          environment={environment}
          approvers={count}
          requesters={requesters}
          known={values.find((one) => one.environment === environment) ?? nothingKnown}
          rules={given[environment]}
          onChange={(rules) => onGiven({ ...given, [environment]: rules })}
        />
      ))}
    </>
  );
}
