"use client";

import { announce } from "#components/ui/announcer.tsx";
import { helpShown } from "#components/ui/keyboard/use-shortcut.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useUTC } from "#components/ui/time/timestamp.tsx";
import { guidePage } from "#lib/guide-topics.ts";
import { extendSession, signOut } from "#lib/query/console/session.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { commandTexts as texts } from "./command-texts.ts";
import type { Command, CommandAction } from "./commands.ts";

type Acting = Exclude<CommandAction, { kind: "go" | "page" | "guide" }>;

/**
 * Runs a command that opens no page of the console, and closes the lookup. If the command fails, the lookup stays open
 * and shows the returned reason.
 */
export function useRunCommand(close: () => void): (command: Command) => Promise<string | undefined> {
  const { setPreference, setTheme } = usePreferences();
  const [, showUTC] = useUTC();
  const act = async (action: Acting): Promise<string | undefined> => {
    switch (action.kind) {
      case "theme":
        setTheme(action.theme);
        return undefined;
      case "utc":
        showUTC(action.isUTC);
        return undefined;
      case "single-keys":
        setPreference("shortcuts", action.value);
        return undefined;
      case "density":
        setPreference("density", action.density);
        return undefined;
      case "window":
        setPreference("defaultWindow", action.window);
        // Removes the default view, because the view's own date range would override this setting.
        setPreference("defaultView", undefined);
        return undefined;
      case "shortcuts":
        helpShown.set(true);
        return undefined;
      case "extend":
        try {
          await extendSession();
          return undefined;
        } catch (error) {
          return shownProblem(error).detail;
        }
      case "sign-out":
        return (await signOut()) ? undefined : texts.signOutFailed;
    }
  };
  return async ({ action, label }) => {
    if (action.kind === "go") return undefined;
    if (action.kind === "guide") {
      close();
      window.location.assign(guidePage());
      return undefined;
    }
    if (action.kind === "page") {
      close();
      // Runs the action after the lookup has closed, because a dialog or an announcement would not work before.
      setTimeout(action.run);
      return undefined;
    }
    const failed = await act(action);
    if (failed !== undefined) return failed;
    // Closes the lookup before the announcement, because screen readers ignore the page behind an open dialog.
    close();
    announce(action.kind === "extend" ? texts.extended : `${texts.done} ${label}`);
    return undefined;
  };
}
