/** How many recovery codes are made at once. */
export const recoveryCodeCount = 10;

/** The longest name of a passkey, in characters. */
export const maxPasskeyName = 60;

/** The longest text that is looked at as a code, in characters. */
export const maxTypedCode = 64;

/** A typed code as it counts: blanks, hyphens and the case of letters do not matter. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}
