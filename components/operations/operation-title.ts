import type { Operation } from "#lib/contract/operation.ts";
import { titleTexts as texts } from "./texts.ts";

const longest = 120;

const textOf = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, longest) : undefined;

/**
 * What a write is about, in one line: `Create Ahorn & Söhne`, `Change plan to professional`; one of a
 * kind that this page does not know has its name.
 */
export function operationTitle({ kind, request }: Pick<Operation, "kind" | "request">): string {
  if (kind === "create-customer") return `${texts.create} ${textOf(request.companyName) ?? texts.noName}`;
  if (kind !== "change-contract") return textOf(kind) ?? "";
  const plan = textOf(request.plan);
  if (plan !== undefined) return `${texts.changePlan} ${plan}`;
  const term = textOf(request.term);
  return term === undefined ? texts.changeContract : `${texts.changeTerm} ${term}`;
}
