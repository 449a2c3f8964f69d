"use client";

import { useState } from "react";
import { passkeyMessage } from "#components/forms/passkey-texts.ts";
import type { SignIn } from "#lib/contract/console/session.ts";
import type { ProofMethod } from "#lib/contract/errors.ts";
import { api } from "#lib/paths.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { signInByPasskey } from "#lib/session/passkeys.ts";

/** The second step of the sign-in. It follows the correct password if the person has a second factor. */
export interface SecondStep {
  who: Pick<SignIn, "email" | "password">;
  methods: readonly ProofMethod[];
}

export interface SignInAttempts {
  /** The problem of the last attempt. Undefined if the last attempt did not fail. */
  problem: ShownProblem | undefined;
  /** The number of failed attempts. */
  failures: number;
  /** True while a request runs. After success, stays true until the browser has left this page. */
  busy: boolean;
  /** The second step. Undefined during the first step. */
  second: SecondStep | undefined;
  signIn: (who: SignIn) => Promise<void>;
  tryPasskey: () => Promise<void>;
  /** Clears the problem. */
  dismissProblem: () => void;
  /** Goes back to the first step. */
  startAgain: () => void;
}

/** Signs in and opens `returnTo`. Loads the whole page, so that the server renders it for the new session. */
export function useSignIn(returnTo: string): SignInAttempts {
  const [problem, setProblem] = useState<ShownProblem>();
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const [second, setSecond] = useState<SecondStep>();
  const attempt = async (prove: () => Promise<unknown>, failed: (error: unknown) => void) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await prove();
      window.location.assign(returnTo);
    } catch (error) {
      failed(error);
      setBusy(false);
    }
  };
  const fail = (found: ShownProblem) => {
    setProblem(found);
    setFailures((count) => count + 1);
  };
  return {
    problem,
    failures,
    busy,
    second,
    signIn: (who) =>
      attempt(
        () => sendJson("POST", api.session(), who),
        (error) => {
          const found = shownProblem(error);
          if (found.code !== "second_factor_required") return fail(found);
          const { email, password } = who;
          setSecond({ who: { email, password }, methods: found.methods ?? [] });
        },
      ),
    tryPasskey: () =>
      attempt(signInByPasskey, (error) =>
        fail({ ...shownProblem(error), detail: passkeyMessage(error), code: "sign_in_failed", errors: [] }),
      ),
    dismissProblem: () => setProblem(undefined),
    startAgain: () => {
      setSecond(undefined);
      setProblem(undefined);
    },
  };
}
