/** The number of recovery codes that are made at once. */
export const recoveryCodeCount = 10;

/** The maximum length of a passkey's name, in characters. */
export const maxPasskeyName = 60;

/** The maximum length of a typed code, in characters. Longer texts are not checked. */
export const maxTypedCode = 64;

/** A typed code without spaces and hyphens and in one letter case, for comparison. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}
