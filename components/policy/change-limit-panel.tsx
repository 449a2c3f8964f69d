"use client";

import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import type { ChangeLimitPolicyAnswer } from "#lib/contract/operations/change-limit.ts";
import { defaultChangeLimit, maxChangeLimit } from "#lib/contract/values/operations/change-limit-values.ts";
import { changeLimitPolicyQueryOptions, putChangeLimitPolicy } from "#lib/query/operations/change-limit.ts";
import { PolicyNumber } from "./policy-number.tsx";
import { PolicyOption } from "./policy-option.tsx";
import { type PolicyFields, PolicySettings } from "./policy-settings.tsx";
import { changeLimitTexts as texts } from "./texts.ts";

/** The limit of changed customers an hour, and a form to change it. */
export function ChangeLimitPanel() {
  return (
    <PolicySettings
      title={texts.title}
      saved={texts.saved}
      className="gap-4"
      skeletonClass="min-h-48"
      options={changeLimitPolicyQueryOptions()}
      save={putChangeLimitPolicy}
      inputOf={(id, { environments }) =>
        Object.fromEntries(environments.map((environment) => [environment, `${id}-${environment}-number`]))
      }
      fields={LimitFields}
    />
  );
}

function LimitFields({ id, answer, given, onGiven, errorAt }: PolicyFields<ChangeLimitPolicyAnswer>) {
  return (
    <>
      <p className="text-ink-muted text-table">{texts.note}</p>
      {answer.environments.map((environment) => {
        const limit = given[environment];
        const numberID = `${id}-${environment}-number`;
        return (
          <fieldset key={environment} className="flex flex-col gap-2">
            <legend className="mb-2">
              <EnvironmentMark environment={environment} />
            </legend>
            <PolicyOption
              id={`${id}-${environment}`}
              label={texts.limited}
              note={texts.limitedNote}
              checked={limit !== null}
              onChange={(isOn) => onGiven({ ...given, [environment]: isOn ? defaultChangeLimit : null })}
            />
            {limit !== null && (
              <PolicyNumber
                id={numberID}
                label={texts.customers}
                max={maxChangeLimit}
                value={limit}
                error={errorAt(numberID)}
                onChange={(customers) => onGiven({ ...given, [environment]: customers })}
              />
            )}
          </fieldset>
        );
      })}
    </>
  );
}
