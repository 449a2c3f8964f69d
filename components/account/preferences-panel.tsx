"use client";

import { useId } from "react";
import { presetNames } from "#components/forms/filters/window-texts.ts";
import { inputClass } from "#components/forms/text-field.tsx";
import { TimeZoneOptions } from "#components/forms/time-zone-options.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { densityNames, onOff } from "#components/ui/preferences/preferences-texts.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import { defaultCustomersLayout } from "#lib/customers/customers-layout.ts";
import { browserZone } from "#lib/format/format-time.ts";
import { densities } from "#lib/table-density.ts";
import { ownPreferencesTexts as texts } from "./texts.ts";

const row = "grid items-center gap-x-3 gap-y-1 sm:grid-cols-[9.5rem_minmax(0,1fr)]";

function TimeZoneSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  const isHydrated = useHydrated();
  return (
    <div className={row}>
      <label htmlFor={id} className="text-ink-muted text-table">
        {texts.timeZone}
      </label>
      <select id={id} className={inputClass} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{isHydrated ? texts.browserZoneNamed(browserZone()) : texts.browserZone}</option>
        <option value="UTC">{texts.utc}</option>
        <TimeZoneOptions value={value} isReady={isHydrated} />
      </select>
    </div>
  );
}

/** The person's preferences. They apply in every browser. */
export function PreferencesPanel() {
  const windowID = useId();
  const { preferences, setPreference } = usePreferences();
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-3 px-4 py-3">
        <p className="text-fine text-ink-muted">{texts.note}</p>
        <TimeZoneSelect
          value={preferences.timeZone ?? ""}
          onChange={(zone) => setPreference("timeZone", zone === "" ? undefined : zone)}
        />
        <div className={row}>
          <label htmlFor={windowID} className="text-ink-muted text-table">
            {texts.window}
          </label>
          <select
            id={windowID}
            className={inputClass}
            value={preferences.defaultWindow ?? "7d"}
            onChange={(event) =>
              setPreference(
                "defaultWindow",
                windowPresets.find((one) => one === event.target.value),
              )
            }
          >
            {windowPresets.map((preset) => (
              <option key={preset} value={preset}>
                {texts.windowCreated(presetNames[preset])}
              </option>
            ))}
          </select>
        </div>
        <Segmented
          legend={texts.density}
          value={preferences.density ?? defaultCustomersLayout.density}
          options={densities.map((value) => ({ value, label: densityNames[value] }))}
          onChange={(density) => setPreference("density", density)}
        />
        <Segmented
          legend={texts.shortcuts}
          value={preferences.shortcuts ?? "on"}
          options={onOff}
          onChange={(value) => setPreference("shortcuts", value)}
        />
      </div>
    </Panel>
  );
}
