/** The minimum and the maximum length of a password, in characters. */
export const minPasswordLength = 12;

export const maxPasswordLength = 128;

/**
 * The maximum length of a typed password, in characters. A longer text is not checked. The limit is large, because a
 * password that was set elsewhere may be long.
 */
const maxTypedLength = 1024;

/** The error of a typed current password, in words. Undefined for a usable password. */
export function currentPasswordProblem(password: string): string | undefined {
  if (password === "") return "Enter your current password";
  return password.length > maxTypedLength ? `Enter a password of ${maxTypedLength} characters or less` : undefined;
}

/** The error of a new password, in words. Undefined for a usable password. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < minPasswordLength) return `Use at least ${minPasswordLength} characters`;
  return length > maxPasswordLength ? `Use ${maxPasswordLength} characters or less` : undefined;
}
