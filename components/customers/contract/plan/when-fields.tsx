"use client";

import { type EnteredTime, enterTime } from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
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

/** The IDs of the inputs. Error messages link to them. */
export const whenFieldIDs = (formID: string) => ({ at: `${formID}-at`, until: `${formID}-until` });

/** Asks when to change the contract: immediately, at a later time, or temporarily. */
export function WhenFields({ formID, when, errors, onWhen, kinds = whenKinds }: WhenFieldsProps) {
  const options = kinds.map((value) => ({ value, label: texts.kinds[value] }));
  const ownZone = useTimeZone();
  const ids = whenFieldIDs(formID);
  const choose = (kind: WhenKind) => {
    const zone = when.at.zone === "" ? ownZone : when.at.zone;
    onWhen({ ...when, kind, at: { ...when.at, zone }, until: { ...when.until, zone } });
  };
  /** The end may be relative to the start, and has the time zone of the start. So a new start changes the end too. */
  const changeStart = (at: EnteredTime) => {
    const until = enterTime(when.until.text, at.zone, consoleNowMs(), { start: at.reading });
    onWhen({ ...when, at, until });
  };
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-4">
      <div>
        <Segmented legend={texts.legend} value={when.kind} options={options} onChange={choose} />
        {isPlan(when) && <p className="mt-1 text-fine text-ink-muted">{texts.explained[when.kind]}</p>}
      </div>
      {isPlan(when) && (
        <>
          <TimeField
            id={ids.at}
            label={startLabel(when.kind)}
            value={when.at}
            onValue={changeStart}
            error={errors.at}
            presets={texts.startPresets}
          />
          {when.kind === "while" && (
            <TimeField
              id={ids.until}
              label={texts.until}
              value={when.until}
              onValue={(until) => onWhen({ ...when, until })}
              error={errors.until}
              start={when.at.reading}
              presets={texts.endPresets}
              isZoneFixed
            />
          )}
        </>
      )}
    </div>
  );
}
