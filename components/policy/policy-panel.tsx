"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { StepUpDialog } from "#components/forms/step-up-dialog.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import type { PolicyAnswer } from "#lib/contract/access/policy.ts";
import { api, pages } from "#lib/paths.ts";
import { policyQueryOptions } from "#lib/query/console/policy.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { PolicyOption } from "./policy-option.tsx";
import { policyTexts as texts } from "./texts.ts";

/** How people sign in, and its change. */
export function PolicyPanel() {
  const reading = useQuery({ ...policyQueryOptions(), refetchOnMount: false, retryOnMount: false });
  const [savedVersion, setSavedVersion] = useState<number>();
  return (
    <ReadPanel
      title={texts.signIn}
      reading={reading}
      signInHref={pages.signIn(pages.policy())}
      skeleton={<p className="min-h-72 px-4 py-3 text-ink-muted">{texts.loading}</p>}
    >
      {(answer) => (
        <PolicyForm
          key={answer.policy.version}
          answer={answer}
          isSaved={answer.policy.version === savedVersion}
          onSaved={setSavedVersion}
        />
      )}
    </ReadPanel>
  );
}

interface PolicyFormProps {
  answer: PolicyAnswer;
  /** True of the version that was saved here. */
  isSaved: boolean;
  onSaved: (version: number | undefined) => void;
}

/** Keyed by the policy's version, so that another person's change replaces the values in the form. */
function PolicyForm({ answer: { policy, candidates, providers }, isSaved, onSaved }: PolicyFormProps) {
  const id = useId();
  const inputOf = { secondFactorRequired: `${id}-factor`, ssoRequired: `${id}-sso`, breakGlassStaffID: `${id}-glass` };
  const client = useQueryClient();
  const [given, setGiven] = useState(policy);
  const { run, errors, errorAt, attempt, isBusy, stepUp } = useConfirmedChange({ inputOf });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSaved(undefined);
    void run(async () => {
      const changed = await writeJson<PolicyAnswer>(
        "PUT",
        api.policy(),
        { policy: "object", candidates: "array" },
        given,
      );
      client.setQueryData(policyQueryOptions().queryKey, changed);
      onSaved(changed.policy.version);
      announce(texts.saved);
    });
  };
  const hasProvider = providers.length > 0;
  return (
    <>
      <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-5 px-4 py-4">
        <ErrorSummary title={texts.failed} errors={errors} attempt={attempt} />
        <PolicyOption
          id={inputOf.secondFactorRequired}
          label={texts.secondFactor}
          note={texts.secondFactorNote}
          checked={given.secondFactorRequired}
          onChange={(secondFactorRequired) => setGiven({ ...given, secondFactorRequired })}
        />
        <PolicyOption
          id={inputOf.ssoRequired}
          label={texts.sso}
          note={`${texts.ssoNote} ${hasProvider ? texts.providers(providers.map(({ label }) => label).join(", ")) : texts.noProvider}`}
          error={errorAt(inputOf.ssoRequired)}
          disabled={!hasProvider && !policy.ssoRequired}
          checked={given.ssoRequired}
          onChange={(ssoRequired) => setGiven({ ...given, ssoRequired })}
        />
        <div className="flex flex-col gap-1">
          <label htmlFor={inputOf.breakGlassStaffID} className="font-medium">
            {texts.breakGlass}
          </label>
          <select
            id={inputOf.breakGlassStaffID}
            className={inputClass}
            aria-describedby={`${id}-glass-note`}
            aria-invalid={errorAt(inputOf.breakGlassStaffID) !== undefined}
            value={given.breakGlassStaffID ?? ""}
            onChange={({ target: { value } }) => {
              const { breakGlassStaffID: _, ...rest } = given;
              setGiven(value === "" ? rest : { ...rest, breakGlassStaffID: value });
            }}
          >
            <option value="">{texts.none}</option>
            {candidates.map(({ staffID, name, email }) => (
              <option key={staffID} value={staffID}>
                {name} · {email}
              </option>
            ))}
          </select>
          <div id={`${id}-glass-note`} className="text-ink-muted text-table">
            {errorAt(inputOf.breakGlassStaffID) !== undefined && (
              <p className="text-negative">{errorAt(inputOf.breakGlassStaffID)}</p>
            )}
            <p>{texts.breakGlassNote}</p>
          </div>
        </div>
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
