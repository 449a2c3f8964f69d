import { z } from "zod";
import type { Contract } from "#lib/contract/customer.ts";
import "#lib/contract/plain-messages.ts";
import { formTexts as texts } from "./texts.ts";

/** The radio button of a value that is typed; those of offered values begin with `=`. */
export const otherChoice = "other";

export const choiceOf = (value: string) => `=${value}`;

const longest = 200;

export interface ChoiceFields {
  member: "plan" | "term";
  /** The chosen radio button; empty, or null as the form library has it, while there is none. */
  choice: string | null;
  /** What was typed beside `otherChoice`. */
  other: string;
}

/** The value that the fields stand for; empty where none was chosen. */
export function chosenValue({ choice, other }: Pick<ChoiceFields, "choice" | "other">): string {
  return choice === otherChoice ? other.trim() : (choice?.slice(1) ?? "");
}

/** The fields for a value: one that is not on offer was typed. */
export function fieldsOf(value: string, offered: readonly string[]): { choice: string; other: string } {
  if (value === "") return { choice: offered.length === 0 ? otherChoice : "", other: "" };
  return offered.includes(value) ? { choice: choiceOf(value), other: "" } : { choice: otherChoice, other: value };
}

/** What can be sent on: a value, and another one than the contract has. */
export function choiceSchema(seen: Contract) {
  return z
    .object({
      member: z.enum(["plan", "term"]),
      choice: z.string().nullable(),
      other: z.string(),
    })
    .superRefine(({ member, ...fields }, context) => {
      const refuse = (path: "choice" | "other", message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      const value = chosenValue(fields);
      const path = fields.choice === otherChoice ? "other" : "choice";
      if (value === "") refuse(path, path === "other" ? texts.enter(member) : texts.choose(member));
      else if (value.length > longest) refuse(path, texts.timedOut(member));
      else if (value === seen[member]) refuse(path, texts.same(member, value));
    });
}
