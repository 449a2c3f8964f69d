import type { Operation } from "#lib/contract/operations/operation.ts";
import { describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { requestText } from "#lib/operation-kinds/request-text.ts";

/** The name of a kind of operation. If the kind is unknown, the name as it was stored. */
export const operationKindName = (kind: string): string => describeKind(kind)?.name ?? kind;

type Titled = Pick<Operation, "kind" | "request" | "companyName">;

/** The name of the operation's customer. For a creation, the name in the request if no name is stored. */
export const companyOf = ({ companyName, request }: Titled) =>
  requestText(companyName) ?? requestText(request.companyName);

/**
 * What a write does, without the customer, such as `Create customer` or `Change plan to Professional`. For lists that
 * show the customer separately.
 */
export const operationAction = ({ kind, request }: Titled): string => describeKind(kind)?.action(request) ?? kind;

/**
 * The title of an operation, such as `Create Ahorn & Söhne` or `Change plan of Ahorn & Söhne to Professional`. If the
 * kind is unknown, the name of the kind.
 */
export const operationTitle = (operation: Titled): string =>
  describeKind(operation.kind)?.title(operation.request, companyOf(operation)) ?? operation.kind;
