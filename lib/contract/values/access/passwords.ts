/** The minimum and the maximum length of a password, in characters. */
export const minPasswordLength = 12;

export const maxPasswordLength = 128;

/**
 * The maximum length of a typed password, in characters. A longer text is refused without a check. The limit is larger
 * than the limit for new passwords, because an existing password may be longer.
 */
const maxTypedLength = 1024;

/** Returns an error message for a typed current password. Undefined if the password can be checked. */
export function currentPasswordProblem(password: string): string | undefined {
  if (password === "") return "Enter your current password";
  return password.length > maxTypedLength ? `Enter a password of ${maxTypedLength} characters or less` : undefined;
}

/** Returns an error message for a new password. Undefined if the password is acceptable. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < minPasswordLength) return `Use at least ${minPasswordLength} characters`;
  return length > maxPasswordLength ? `Use ${maxPasswordLength} characters or less` : undefined;
}
