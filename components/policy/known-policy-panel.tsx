"use client";

import type { KnownPolicyAnswer } from "#lib/contract/access/known-policy.ts";
import { elsewhereAlerts } from "#lib/contract/values/customers/elsewhere-alerts.ts";
import { knownPolicyQueryOptions, putKnownPolicy } from "#lib/query/console/known-policy.ts";
import { type PolicyFields, PolicySettings } from "./policy-settings.tsx";
import { knownPolicyTexts as texts } from "./texts.ts";

/** A form that sets which changes outside Switchboard appear under Attention. */
export function KnownPolicyPanel() {
  return (
    <PolicySettings
      title={texts.title}
      saved={texts.saved}
      className="gap-4"
      skeletonClass="min-h-48"
      options={knownPolicyQueryOptions()}
      save={putKnownPolicy}
      fields={KnownFields}
    />
  );
}

function KnownFields({ id, answer: { isKnownOn }, given, onGiven }: PolicyFields<KnownPolicyAnswer>) {
  return (
    <>
      <p className="text-ink-muted text-table">{texts.note}</p>
      {!isKnownOn && <p className="text-table">{texts.off}</p>}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">{texts.legend}</legend>
        {elsewhereAlerts.map((value) => (
          <div key={value} className="grid grid-cols-[auto_1fr] gap-x-2.5">
            <input
              id={`${id}-${value}`}
              type="radio"
              name={`${id}-elsewhere`}
              className="mt-0.5 size-4"
              aria-describedby={`${id}-${value}-note`}
              checked={given.elsewhere === value}
              onChange={() => onGiven({ ...given, elsewhere: value })}
            />
            <label htmlFor={`${id}-${value}`} className="min-h-6">
              {texts.alerts[value].label}
            </label>
            <p id={`${id}-${value}-note`} className="col-start-2 text-ink-muted text-table">
              {texts.alerts[value].note}
            </p>
          </div>
        ))}
      </fieldset>
    </>
  );
}
