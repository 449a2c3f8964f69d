"use client";

import { Button } from "#components/ui/button.tsx";
import { KeyRound } from "#components/ui/icon/icons.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { hasPasskeys } from "#lib/session/passkeys.ts";
import { signInTexts as texts } from "./texts.ts";
import type { SignInAttempts } from "./use-sign-in.ts";

/**
 * Signs in with a passkey that the browser offers. No email address is needed. Renders nothing if the browser does not
 * support passkeys.
 */
export function PasskeyButton({ attempts }: { attempts: SignInAttempts }) {
  const hydrated = useHydrated();
  if (hydrated && !hasPasskeys()) return null;
  return (
    <Button disabled={attempts.busy} onClick={attempts.tryPasskey}>
      <KeyRound aria-hidden className="size-4" />
      {texts.passkey}
    </Button>
  );
}
