"use client";

import Link from "next/link";
import { inputClass } from "#components/forms/text-field.tsx";
import type { PolicyAnswer } from "#lib/contract/access/policy.ts";
import { guidePage } from "#lib/guide-topics.ts";
import { api, pages } from "#lib/paths.ts";
import { policyQueryOptions } from "#lib/query/console/policy.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { PolicyOption } from "./policy-option.tsx";
import { type PolicyFields, PolicySettings } from "./policy-settings.tsx";
import { policyTexts as texts } from "./texts.ts";

/** The sign-in policy, and a form to change it. */
export function PolicyPanel() {
  return (
    <PolicySettings
      title={texts.signIn}
      saved={texts.saved}
      className="max-w-2xl gap-5"
      skeletonClass="min-h-72"
      options={policyQueryOptions()}
      save={(given) => writeJson<PolicyAnswer>("PUT", api.policy(), { policy: "object", candidates: "array" }, given)}
      inputOf={inputsOf}
      fields={SignInFields}
    />
  );
}

const inputsOf = (id: string) => ({
  secondFactorRequired: `${id}-factor`,
  ssoRequired: `${id}-sso`,
  breakGlassStaffID: `${id}-glass`,
});

function SignInFields({ id, answer, given, onGiven, errorAt }: PolicyFields<PolicyAnswer>) {
  const { policy, candidates, providers } = answer;
  const input = inputsOf(id);
  const hasProvider = providers.length > 0;
  return (
    <>
      <PolicyOption
        id={input.secondFactorRequired}
        label={texts.secondFactor}
        note={texts.secondFactorNote}
        checked={given.secondFactorRequired}
        onChange={(secondFactorRequired) => onGiven({ ...given, secondFactorRequired })}
      />
      {given.secondFactorRequired && answer.ownFactor !== "present" && (
        <p role="status" className="ms-6.5 rounded-base bg-caution-soft px-3 py-2 text-table">
          {answer.ownFactor === "missing" ? (
            <>
              {texts.ownFactor.own}{" "}
              <Link href={pages.secondFactor(pages.policy())} prefetch={false} className="text-accent underline">
                {texts.ownFactor.setUp}
              </Link>
              . {texts.ownFactor.kept}
            </>
          ) : (
            texts.ownFactor.sso
          )}
        </p>
      )}
      <PolicyOption
        id={input.ssoRequired}
        label={texts.sso}
        note={
          hasProvider ? (
            `${texts.ssoNote} ${texts.providers(providers.map(({ label }) => label).join(", "))}`
          ) : (
            <>
              {texts.ssoNote} {texts.noProvider}{" "}
              <a href={guidePage("single-sign-on")} className="text-accent underline underline-offset-2">
                {texts.connectProvider}
              </a>
            </>
          )
        }
        error={errorAt(input.ssoRequired)}
        disabled={!hasProvider && !policy.ssoRequired}
        checked={given.ssoRequired}
        onChange={(ssoRequired) => onGiven({ ...given, ssoRequired })}
      />
      <div className="flex flex-col gap-1">
        <label htmlFor={input.breakGlassStaffID} className="font-medium">
          {texts.breakGlass}
        </label>
        <select
          id={input.breakGlassStaffID}
          className={inputClass}
          aria-describedby={`${id}-glass-note`}
          aria-invalid={errorAt(input.breakGlassStaffID) !== undefined}
          value={given.breakGlassStaffID ?? ""}
          onChange={({ target: { value } }) => {
            const { breakGlassStaffID: _, ...rest } = given;
            onGiven(value === "" ? rest : { ...rest, breakGlassStaffID: value });
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
          {errorAt(input.breakGlassStaffID) !== undefined && (
            <p className="text-negative">{errorAt(input.breakGlassStaffID)}</p>
          )}
          <p>{texts.breakGlassNote}</p>
        </div>
      </div>
    </>
  );
}
