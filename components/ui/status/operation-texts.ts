import type { Operation } from "#lib/contract/operations/operation.ts";
import { describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { requestText } from "#lib/operation-kinds/request-text.ts";

/** The name of a kind of operation; an unknown kind is shown as recorded. */
export const operationKindName = (kind: string): string => describeKind(kind)?.name ?? kind;

type Titled = Pick<Operation, "kind" | "request" | "companyName">;

/** The name of the operation's customer: as recorded, or for a creation as typed. */
export const companyOf = ({ companyName, request }: Titled) =>
  requestText(companyName) ?? requestText(request.companyName);

/** The action of a write, in a list that names the customer beside it: `Create customer`, `Change plan to Professional`. */
export const operationAction = ({ kind, request }: Titled): string => describeKind(kind)?.action(request) ?? kind;

/**
 * The title of an operation: `Create Ahorn & Söhne`, `Change plan of Ahorn & Söhne to Professional`. An unknown kind is
 * shown by its name.
 */
export const operationTitle = (operation: Titled): string =>
  describeKind(operation.kind)?.title(operation.request, companyOf(operation)) ?? operation.kind;
