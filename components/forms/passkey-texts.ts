import { shownProblem } from "#lib/requests/shown-problem.ts";

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: "No passkey was used. Try again when you are ready.",
  AbortError: "No passkey was used. Try again when you are ready.",
  InvalidStateError: "This device has a passkey for your account already.",
  SecurityError: "Passkeys do not work at this address. Open Switchboard at its usual address, not by an IP address.",
  NotSupportedError: "This device cannot make a passkey that asks for a PIN or fingerprint.",
};

const unknown = "Your browser could not use a passkey. Try again, or use another way.";

/** The reason why a passkey could not be used or created. `error` comes from the browser or the server. */
export function passkeyMessage(error: unknown): string {
  if (typeof error === "object" && error !== null && "problem" in error) return shownProblem(error).detail;
  return (error instanceof Error && messages[error.name]) || unknown;
}
