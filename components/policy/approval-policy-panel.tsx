"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { StepUpDialog } from "#components/forms/step-up-dialog.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import type { ApprovalPolicyAnswer } from "#lib/contract/access/approval-policy.ts";
import { api, pages } from "#lib/paths.ts";
import { approvalPolicyQueryOptions } from "#lib/query/operations/approvals.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { ApprovalRulesFields } from "./approval-rules-fields.tsx";
import { approvalPolicyTexts as texts } from "./approval-texts.ts";

/** What a second person has to approve, and its change. */
export function ApprovalPolicyPanel() {
  const reading = useQuery({ ...approvalPolicyQueryOptions(), refetchOnMount: false, retryOnMount: false });
  const [savedVersion, setSavedVersion] = useState<number>();
  return (
    <ReadPanel
      title={texts.title}
      reading={reading}
      signInHref={pages.signIn(pages.policy())}
      skeleton={<p className="min-h-72 px-4 py-3 text-ink-muted">{texts.loading}</p>}
    >
      {(answer) => (
        <ApprovalPolicyForm
          key={answer.policy.version}
          answer={answer}
          isSaved={answer.policy.version === savedVersion}
          onSaved={setSavedVersion}
        />
      )}
    </ReadPanel>
  );
}

interface ApprovalPolicyFormProps {
  answer: ApprovalPolicyAnswer;
  /** True of the version that was saved here. */
  isSaved: boolean;
  onSaved: (version: number | undefined) => void;
}

/** Keyed by the policy's version, so that another person's change replaces the values in the form. */
function ApprovalPolicyForm({ answer: { policy, approvers }, isSaved, onSaved }: ApprovalPolicyFormProps) {
  const id = useId();
  const client = useQueryClient();
  const [given, setGiven] = useState(policy);
  const inputOf = Object.fromEntries(approvers.map(({ environment }) => [environment, `${id}-${environment}-rows`]));
  const { run, errors, attempt, isBusy, stepUp } = useConfirmedChange({ inputOf });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSaved(undefined);
    void run(async () => {
      const shape = { policy: "object", approvers: "array", asOf: "string" } as const;
      const changed = await writeJson<ApprovalPolicyAnswer>("PUT", api.approvalPolicy(), shape, given);
      client.setQueryData(approvalPolicyQueryOptions().queryKey, changed);
      onSaved(changed.policy.version);
      announce(texts.saved);
    });
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5 px-4 py-4">
        <ErrorSummary title={texts.failed} errors={errors} attempt={attempt} />
        <p className="text-ink-muted text-table">{texts.note}</p>
        {approvers.map(({ environment, count }) => (
          <ApprovalRulesFields
            key={environment}
            id={`${id}-${environment}`}
            environment={environment}
            approvers={count}
            rules={given[environment]}
            onChange={(rules) => setGiven({ ...given, [environment]: rules })}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={isBusy}>
            {isBusy ? texts.saving : texts.save}
          </Button>
          {isSaved && <p className="text-table">{texts.saved}</p>}
        </div>
      </form>
      {stepUp && <StepUpDialog {...stepUp} />}
    </>
  );
}
