"use client";

import { useState } from "react";
import type { SignIn } from "#lib/contract/session.ts";
import { sendJson } from "#lib/fetch-json.ts";
import { api } from "#lib/paths.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";

export interface SignInAttempts {
  /** Why the last attempt failed. */
  problem: ShownProblem | undefined;
  /** How many attempts have failed. */
  failures: number;
  /** True until the browser has left for the page behind. */
  busy: boolean;
  signIn: (who: SignIn) => Promise<void>;
}

/** Signs in and goes to `returnTo` by a full navigation, so that the server renders for the new session. */
export function useSignIn(returnTo: string): SignInAttempts {
  const [problem, setProblem] = useState<ShownProblem>();
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const signIn = async (who: SignIn) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await sendJson("POST", api.session(), who);
      window.location.assign(returnTo);
    } catch (error) {
      setProblem(shownProblem(error));
      setFailures((count) => count + 1);
      setBusy(false);
    }
  };
  return { problem, failures, busy, signIn };
}
