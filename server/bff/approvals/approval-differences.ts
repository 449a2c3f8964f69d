import type { Contract } from "#lib/contract/customers/customer.ts";
import { contractDifferences } from "#server/bff/contracts/contract-values.ts";
import { readCustomer } from "#server/bff/contracts/read-customer.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import type { ApprovalServices } from "./approval-services.ts";

export interface Differences {
  /** The current contract in the API. Present only for the change of a single contract. */
  current?: Contract;
  /** The differences from the requested content, as sentences. */
  differences: string[];
}

const changedSince = {
  bulk: "Its customers or their contracts have changed.",
  import: "Its rows or its columns have changed.",
  planned: "It was edited.",
} as const;

/** Reads the subject of a request again. Returns the differences from the content to approve. */
export async function differencesOf(
  context: ApiContext<ApprovalServices>,
  { kind, subjectID, digest, request }: StoredApproval,
): Promise<Differences> {
  const { services, environment, requestID } = context;
  if (kind !== "change") {
    const source = services.approvalSources.find((one) => one.kind === kind);
    const subject = await source?.describe(environment, subjectID);
    if (!source || !subject) return { differences: ["It does not wait any more."] };
    if (subject.digest !== digest) return { differences: [changedSince[source.kind]] };
    return { differences: await source.differences(environment, subjectID, requestID) };
  }
  const { customerID = subjectID, expected = {} } = request;
  const customer = await readCustomer({ services, environment, ...requestAPI(context) }, customerID);
  const current = customer.contract;
  if (customer.deleted) return { current, differences: ["The customer was deleted."] };
  const differences = contractDifferences(current, expected, true).map(({ field, message }) => `${field} ${message}`);
  return { current, differences };
}
