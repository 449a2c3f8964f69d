/** The shortest and the longest password, in characters. */
export const minPasswordLength = 12;

export const maxPasswordLength = 128;

/** The longest password that is looked at at all, in characters: one that was chosen elsewhere may be long. */
const maxTypedLength = 1024;

/** What is wrong with a password that somebody has by now, in words; undefined where nothing is. */
export function currentPasswordProblem(password: string): string | undefined {
  if (password === "") return "Enter your current password";
  return password.length > maxTypedLength ? `Enter a password of ${maxTypedLength} characters or less` : undefined;
}

/** What is wrong with a new password, in words; undefined where nothing is. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < minPasswordLength) return `Use at least ${minPasswordLength} characters`;
  return length > maxPasswordLength ? `Use ${maxPasswordLength} characters or less` : undefined;
}
