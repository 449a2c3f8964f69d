import type { Contract } from "#lib/contract/customers/customer.ts";
import { otherMember } from "./change-state.ts";
import { type Member, formTexts as texts } from "./texts.ts";

export interface Choice {
  member: Member;
  value: string;
  /** True if both members are changed, first the plan and then the term. */
  both: boolean;
  /** The new value of the other member if both are changed. */
  second: string;
}

export interface ChoiceErrors {
  value?: string | undefined;
  second?: string | undefined;
}

function problemOf(member: Member, value: string, expected: Contract): string | undefined {
  if (value === "") return texts.choose(member);
  return value === expected[member] ? texts.same(member, value) : undefined;
}

/** The errors of a choice. A value is required, and must differ from the current value. */
export function checkChoice({ member, value, both, second }: Choice, expected: Contract): ChoiceErrors {
  return {
    value: problemOf(member, value.trim(), expected),
    second: both ? problemOf(otherMember(member), second.trim(), expected) : undefined,
  };
}
