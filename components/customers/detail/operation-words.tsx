import { ArrowRight } from "#components/ui/icon/icons.tsx";
import { operationKindName } from "#components/ui/status/operation-texts.ts";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { contractChangeOf } from "#lib/operation-kinds/operation-kinds.ts";
import { resultSentence } from "#lib/operations/result-sentence.ts";
import { memberNames, operationTexts as texts } from "./texts.ts";

const named = (member: "plan" | "term", value: string | undefined) =>
  value !== undefined ? <ContractValue member={member} value={value} /> : texts.nothing;

/**
 * The request in words, such as `Plan: Essential → Professional` (`Plan → Professional` if the contract was not read) or
 * `Create customer`. An unknown kind of operation
 * shows its stored name.
 */
export function OperationRequest({ operation }: { operation: Operation }) {
  const change = contractChangeOf(operation);
  if (!change) return <bdi>{operationKindName(operation.kind)}</bdi>;
  const { member, before, value } = change;
  // A change that was refused before the contract was read has no value to compare with.
  const isRead = operation.before !== undefined;
  return (
    <>
      {memberNames[member]}
      {isRead && <>: {named(member, before)}</>}{" "}
      <ArrowRight role="img" aria-label="→" className="inline size-3.5 text-ink-muted" /> {named(member, value)}
    </>
  );
}

/**
 * The reason why an operation had no effect. Uses the API's own sentence in quotation marks, or else the console's
 * sentence.
 */
export function OperationReason({ operation }: { operation: Operation }) {
  const sentence = resultSentence(operation);
  if (!sentence) return null;
  return sentence.isFromAPI ? (
    <q className="wrap-anywhere">
      <bdi>{sentence.text}</bdi>
    </q>
  ) : (
    <bdi className="text-ink-muted wrap-anywhere">{sentence.text}</bdi>
  );
}
