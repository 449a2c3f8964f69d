export const newPasswordTexts = {
  password: "New password",
  note: "12 characters or more. Four unrelated words are easy to remember and hard to guess.",
  repeat: "Repeat the password",
  differ: "The two passwords differ",
} as const;
