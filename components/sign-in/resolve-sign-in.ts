import type { FieldErrors, Resolver } from "react-hook-form";
import type { SignIn } from "#lib/contract/console/session.ts";
import { signInFieldTexts as texts } from "./texts.ts";

const maxEmailLength = 320;
const maxPasswordLength = 1024;

function emailProblem(email: string): string | undefined {
  if (email === "") return texts.email;
  if (email.length > maxEmailLength) return texts.longEmail(maxEmailLength);
  return /^\P{Cc}*$/u.test(email) ? undefined : texts.controlCharacters;
}

function passwordProblem(password: string): string | undefined {
  if (password === "") return texts.password;
  return password.length > maxPasswordLength ? texts.longPassword(maxPasswordLength) : undefined;
}

/** Validates email address and password before sending. Uses the same messages as the server's schema. */
export const resolveSignIn: Resolver<SignIn> = (typed) => {
  const email = typed.email.trim().toLowerCase();
  const problems = { email: emailProblem(email), password: passwordProblem(typed.password) };
  const errors: FieldErrors<SignIn> = {};
  for (const name of ["email", "password"] as const) {
    const message = problems[name];
    if (message !== undefined) errors[name] = { type: "custom", message };
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: { ...typed, email }, errors: {} };
};
