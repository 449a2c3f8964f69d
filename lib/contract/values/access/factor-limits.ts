/** The number of recovery codes in a new set. */
export const recoveryCodeCount = 10;

/** The maximum length of a passkey's name, in characters. */
export const maxPasskeyName = 60;

/** The maximum length of a typed code, in characters. A longer text is refused without a check. */
export const maxTypedCode = 64;

/** Normalises a typed code for comparison: removes spaces and hyphens, and converts letters to upper case. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}
