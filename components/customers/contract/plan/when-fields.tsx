"use client";

import { PlannedTimeField } from "#components/forms/planned-time/planned-time-field.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { startLabel, whenTexts as texts } from "./plan-texts.ts";
import { isPlan, type When, type WhenKind, whenKinds } from "./when.ts";
import type { WhenErrors } from "./when-times.ts";

interface WhenFieldsProps {
  formID: string;
  when: When;
  errors: WhenErrors;
  onWhen: (when: When) => void;
  /** The kinds to choose from. Default: all. */
  kinds?: readonly WhenKind[];
}

/** The IDs of the inputs, which error messages link to. */
export const whenFieldIDs = (formID: string) => ({ at: `${formID}-at`, until: `${formID}-until` });

/** Asks when to change: immediately, at a later time, or temporarily. */
export function WhenFields({ formID, when, errors, onWhen, kinds = whenKinds }: WhenFieldsProps) {
  const options = kinds.map((value) => ({ value, label: texts.kinds[value] }));
  const ownZone = useTimeZone();
  const ids = whenFieldIDs(formID);
  const choose = (kind: WhenKind) => {
    const zone = when.at.zone === "" ? ownZone : when.at.zone;
    onWhen({ ...when, kind, at: { ...when.at, zone } });
  };
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-4">
      <div>
        <Segmented legend={texts.legend} value={when.kind} options={options} onChange={choose} />
        {isPlan(when) && <p className="mt-1 text-fine text-ink-muted">{texts.explained[when.kind]}</p>}
      </div>
      {isPlan(when) && (
        <>
          <PlannedTimeField
            id={ids.at}
            label={startLabel(when.kind)}
            value={when.at}
            onValue={(at) => onWhen({ ...when, at })}
            error={errors.at}
          />
          {when.kind === "while" && (
            <PlannedTimeField
              id={ids.until}
              label={texts.until}
              value={{ ...when.until, zone: when.at.zone }}
              onValue={(until) => onWhen({ ...when, until })}
              error={errors.until}
              isZoneFixed
            />
          )}
        </>
      )}
    </div>
  );
}
