import type { Operation } from "#lib/contract/operations/operation.ts";
import { describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { requestText } from "#lib/operation-kinds/request-text.ts";

/** The name of a kind of operation. An unknown kind is shown as it was recorded. */
export const operationKindName = (kind: string): string => describeKind(kind)?.name ?? kind;

type Titled = Pick<Operation, "kind" | "request" | "companyName">;

/** The name of the operation's customer: the recorded name, or for a creation the typed name. */
export const companyOf = ({ companyName, request }: Titled) =>
  requestText(companyName) ?? requestText(request.companyName);

/**
 * What a write does, without the customer: `Create customer`, `Change plan to Professional`. For lists that name the
 * customer beside it.
 */
export const operationAction = ({ kind, request }: Titled): string => describeKind(kind)?.action(request) ?? kind;

/**
 * The title of an operation: `Create Ahorn & Söhne`, `Change plan of Ahorn & Söhne to Professional`. For an unknown
 * kind, the name of the kind.
 */
export const operationTitle = (operation: Titled): string =>
  describeKind(operation.kind)?.title(operation.request, companyOf(operation)) ?? operation.kind;
