import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Approval, RequestApproval } from "#lib/contract/operations/approval.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { contractDifferences, isSameContract } from "#server/bff/contracts/contract-values.ts";
import { readCustomer } from "#server/bff/contracts/read-customer.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import { approvalEvent } from "./approval-event.ts";
import type { ApprovalServices } from "./approval-services.ts";
import { approvalView } from "./approval-view.ts";
import { newApproval, type Wanted, wantedRun } from "./new-approval.ts";

type Context = Omit<
  RouteContext<"contracts.change", "/api/:environment/approvals", ApprovalServices>,
  "responseHeaders"
>;

/**
 * The content of a request to change one contract. Reads the contract again. Throws if the customer is deleted, if the
 * person saw another contract, or if the contract already has the new value.
 */
async function wantedChange(
  context: Context,
  { customerID, change, expected }: Extract<RequestApproval, { kind: "change" }>,
): Promise<Wanted> {
  const { services, environment, session } = context;
  const customer = await readCustomer({ services, environment, ...requestAPI(context) }, customerID);
  if (customer.deleted) throw new AppError("invalid_request", "This customer is deleted. Nothing was requested.");
  const { plan, term } = customer.contract;
  const contract = { ...(plan !== undefined && { plan }), ...(term !== undefined && { term }) };
  if (!isSameContract(contract, expected)) {
    throw new AppError("contract_changed", "The contract was changed after you opened it. Review it and try again.", {
      errors: contractDifferences(contract, expected, true),
    });
  }
  const requestedChange: BulkChange = "plan" in change ? { plan: change.plan } : { term: change.term };
  const member = changedMember(requestedChange);
  if (contract[member] === changedValue(requestedChange)) {
    throw new AppError("invalid_request", `Nothing was requested: ${member} has this value already.`, {
      errors: [{ field: member, message: "has this value already" }],
    });
  }
  const { staffID } = session.staff;
  const why = await services.approvalGate.reasons({
    environment,
    staffID,
    kind: "change",
    rows: 1,
    changes: [requestedChange],
  });
  return {
    kind: "change",
    subjectID: idKey(customerID),
    why: [...why],
    digest: requestHash({ environment, customerID: idKey(customerID), change: requestedChange, expected: contract }),
    request: { title: customer.companyName || customerID, rows: 1, customerID, change, expected: contract },
  };
}

/** The current content of a bulk change or an import. Throws `run_moved` if it does not wait to be started. */
async function wantedRows(
  { services, environment, session }: Context,
  { kind, subjectID }: { kind: "bulk" | "import"; subjectID: string },
): Promise<Wanted> {
  const source = services.approvalSources.find((one) => one.kind === kind);
  const subject = await source?.describe(environment, subjectID);
  if (!subject) {
    const noun = kind === "bulk" ? "bulk change" : "import";
    throw new AppError("run_moved", `This ${noun} does not wait to be started. Check it again.`);
  }
  const { rows, changes, isPlanned } = subject;
  const { staffID } = session.staff;
  const wantedWrite = { environment, staffID, kind, rows, changes, isPlanned, subjectID };
  return wantedRun(kind, subjectID, subject, await services.approvalGate.reasons(wantedWrite));
}

function wantedOf(context: Context, input: RequestApproval): Promise<Wanted> {
  if (input.kind === "change") return wantedChange(context, input);
  const subjectID = input.kind === "bulk" ? input.bulkID : input.importID;
  return wantedRows(context, { kind: input.kind, subjectID });
}

/** The name of each kind in the policy for tickets and reasons. */
const subjectOfKind = { change: "contract-changes", bulk: "bulk-changes", import: "creations" } as const;

/**
 * Requests an approval. Sends nothing to the API. If a request for the same content already waits, returns that
 * request.
 */
export async function requestApproval({
  context,
  input,
  guard,
}: {
  context: Context;
  input: RequestApproval;
  /** Runs in the transaction that stores the request. If the guard throws, nothing is stored. */
  guard?: (approvalID: string) => WriteGuard;
}): Promise<{ approval: Approval }> {
  const { services, environment, session } = context;
  await requireReference(services, subjectOfKind[input.kind], input.console);
  const wantedWrite = await wantedOf(context, input);
  const { staffID, email } = session.staff;
  const by = {
    environment,
    requestedBy: { staffID, email },
    ticket: input.console?.ticket ?? null,
    reason: input.console?.reason ?? null,
  };
  const approval = newApproval(wantedWrite, by, services.clock.now());
  const event = approvalEvent(context, "approval.requested", approval, { why: approval.why });
  const storedRequest = await services.store.approvals.request(approval, event, async (transaction, known) => {
    if (known.digest !== approval.digest) throw otherWaits();
    await guard?.(known.approvalID)(transaction);
  });
  context.answerWith(storedRequest.isNew ? 201 : 200);
  return { approval: await approvalView(services.store, storedRequest.approval) };
}

const otherWaits = () =>
  new AppError(
    "approval_moved",
    "Another change of this is already waiting for approval. Withdraw it first. Nothing was requested.",
  );
