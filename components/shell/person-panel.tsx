"use client";

import Link from "next/link";
import { useState } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { CircleHelp, LogOut, MailOpen, UserCog } from "#components/ui/icon/icons.tsx";
import { KeyboardKey } from "#components/ui/keyboard/key.tsx";
import { helpShown } from "#components/ui/keyboard/use-shortcut.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { onOff } from "#components/ui/preferences/preferences-texts.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { useUTC } from "#components/ui/time/timestamp.tsx";
import { themes } from "#lib/browser-storage/theme.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { roleNames } from "#lib/contract/values/access/roles.ts";
import { zoneText } from "#lib/format/format-time.ts";
import { pages } from "#lib/paths.ts";
import { signOut } from "#lib/query/console/session.ts";
import { shellTexts as texts, themeNames, zoneNames } from "./texts.ts";

function Preferences() {
  const { preferences, setPreference, theme, setTheme } = usePreferences();
  const { timeZone } = preferences;
  const [isUTC, showUTC] = useUTC();
  // A time zone that the person has chosen replaces the browser's time zone.
  const own = timeZone !== undefined && timeZone !== "UTC" ? zoneText(timeZone) : zoneNames.local;
  return (
    <div className="flex flex-col gap-2.5 border-line border-b px-4 py-3">
      <Segmented
        legend={texts.theme}
        value={theme}
        options={themes.map((value) => ({ value, label: themeNames[value] }))}
        onChange={setTheme}
      />
      <Segmented
        legend={texts.times}
        value={isUTC ? "utc" : "own"}
        options={[
          { value: "own", label: own },
          { value: "utc", label: zoneNames.utc },
        ]}
        onChange={(value) => showUTC(value === "utc")}
      />
      <Segmented
        legend={texts.shortcuts}
        value={preferences.shortcuts ?? "on"}
        options={onOff}
        onChange={(value) => setPreference("shortcuts", value)}
      />
    </div>
  );
}

interface PersonPanelProps {
  staff: Session["staff"];
  /** The number of unread notifications. */
  unread: number;
  /** Closes the surrounding menu. */
  onClose: () => void;
}

/** The signed-in person, the person's preferences, and the sign-out button. */
export function PersonPanel({ staff, unread, onClose }: PersonPanelProps) {
  const [state, setState] = useState<"idle" | "leaving" | "failed">("idle");
  const leave = async () => {
    setState("leaving");
    if (!(await signOut())) setState("failed");
  };
  const showHelp = () => {
    onClose();
    helpShown.set(true);
  };
  return (
    <>
      <div className="border-line border-b px-4 py-3">
        <p className="font-semibold wrap-anywhere">
          <bdi>{staff.name}</bdi>
        </p>
        <p className="text-ink-muted text-table wrap-anywhere">{staff.email}</p>
        <p className="text-ink-muted text-table">{roleNames[staff.role]}</p>
      </div>
      <Preferences />
      <div className="px-1 py-2">
        <Link href={pages.notifications()} className={classNames(buttonClass("quiet"), "w-full")} onClick={onClose}>
          <MailOpen aria-hidden className="size-4 text-ink-muted" />
          <span className="flex-1 text-start">{texts.notifications}</span>
          {unread > 0 && <span className="text-ink-muted text-table">{texts.unread(unread)}</span>}
        </Link>
        <Link href={pages.account()} className={classNames(buttonClass("quiet"), "w-full")} onClick={onClose}>
          <UserCog aria-hidden className="size-4 text-ink-muted" />
          <span className="flex-1 text-start">{texts.account}</span>
        </Link>
        <Button variant="quiet" className="w-full" onClick={showHelp}>
          <CircleHelp aria-hidden className="size-4 text-ink-muted" />
          <span className="flex-1 text-start">{texts.help}</span>
          <span aria-hidden>
            <KeyboardKey>?</KeyboardKey>
          </span>
        </Button>
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
    </>
  );
}
