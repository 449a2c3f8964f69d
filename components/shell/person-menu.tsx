"use client";

import { ChevronDown, CircleUserRound, LogOut } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { usePreferences } from "#components/ui/preferences.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { type Preferences, preferenceValues } from "#lib/browser-storage/preferences.ts";
import type { Session } from "#lib/contract/session.ts";
import { signOut } from "#lib/query/session.ts";
import { preferenceNames, roleNames, shellTexts as texts } from "./texts.ts";

const menuID = "person-menu";

function Preference<Name extends keyof Preferences>({ name, legend }: { name: Name; legend: string }) {
  const { preferences, setPreference } = usePreferences();
  return (
    <Segmented
      legend={legend}
      value={preferences[name]}
      options={preferenceValues[name].map((value) => ({ value, label: preferenceNames[name][value] }))}
      onChange={(value) => setPreference(name, value)}
    />
  );
}

export function PersonMenu({ staff }: { staff: Session["staff"] }) {
  const [state, setState] = useState<"idle" | "leaving" | "failed">("idle");
  const leave = async () => {
    setState("leaving");
    if (!(await signOut())) setState("failed");
  };
  return (
    <>
      <Button variant="quiet" popoverTarget={menuID} className="max-w-full max-sm:px-2">
        <CircleUserRound aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <bdi className="truncate max-sm:sr-only">{staff.name}</bdi>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-muted max-sm:hidden" />
      </Button>
      <Popover id={menuID} align="end" className="w-72" aria-label={staff.name} role="group">
        <div className="border-line border-b px-4 py-3">
          <p className="font-semibold wrap-anywhere">
            <bdi>{staff.name}</bdi>
          </p>
          <p className="text-ink-muted text-table wrap-anywhere">{staff.email}</p>
          <p className="text-ink-muted text-table">{roleNames[staff.role]}</p>
        </div>
        <div className="flex flex-col gap-2.5 border-line border-b px-4 py-3">
          <Preference name="theme" legend={texts.theme} />
          <Preference name="timeZone" legend={texts.times} />
          <Preference name="shortcuts" legend={texts.shortcuts} />
        </div>
        <div className="px-1 py-2">
          <Button variant="quiet" className="w-full" onClick={leave} disabled={state === "leaving"}>
            <LogOut aria-hidden className="size-4 text-ink-muted" />
            <span className="flex-1 text-start">{texts.signOut}</span>
          </Button>
          {state === "failed" && (
            <p role="alert" className="px-3 py-1 text-negative text-table">
              {texts.signOutFailed}
            </p>
          )}
        </div>
      </Popover>
    </>
  );
}
