"use client";

import { announce } from "#components/ui/announcer.tsx";
import { usePreferences } from "#components/ui/preferences.tsx";
import { shortcutsShown } from "#components/ui/use-shortcut.ts";
import { extendSession, signOut } from "#lib/query/session.ts";
import { shownProblem } from "#lib/shown-problem.ts";
import { commandTexts as texts } from "./command-texts.ts";
import type { Command, CommandAction } from "./commands.ts";

type Acting = Exclude<CommandAction, { kind: "go" }>;

/**
 * Runs a command that leads nowhere and closes the lookup with it. Gives why it failed, where it did:
 * the lookup then stays open and says so.
 */
export function useRunCommand(close: () => void): (command: Command) => Promise<string | undefined> {
  const { setPreference } = usePreferences();
  const act = async (action: Acting): Promise<string | undefined> => {
    switch (action.kind) {
      case "preference":
        setPreference(action.change.name, action.change.value);
        return undefined;
      case "shortcuts":
        shortcutsShown.set(true);
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
    const failed = await act(action);
    if (failed !== undefined) return failed;
    // What is said while a dialog is open reaches nobody: the rest of the page is out of reach.
    close();
    announce(action.kind === "extend" ? texts.extended : `${texts.done} ${label}`);
    return undefined;
  };
}
