"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useReducer, useRef, useState } from "react";
import type { GivenReference } from "#components/forms/use-write-reference.ts";
import { announce } from "#components/ui/announcer.tsx";
import { useSession } from "#components/ui/session.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import type { Undo } from "#lib/operation-kinds/undo.ts";
import { withOperation } from "#lib/operations/verified-contract.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { changeContract, customerOperationsQueryOptions } from "#lib/query/customers/customer.ts";
import { requestApproval } from "#lib/query/operations/approvals.ts";
import { plannedKey } from "#lib/query/operations/planned-key.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import {
  type ChangeState,
  initialChangeState,
  nextChangeState,
  otherMember,
  stepAfterFailure,
} from "./change-state.ts";
import { dropDraft, keepDraft, newDraft, readDraft } from "./draft.ts";
import { rightNow, type When } from "./plan/when.ts";
import { stepFailureText } from "./step-words.ts";
import { type Member, planStepTexts, unknownStepTexts } from "./texts.ts";

/** Sends a planned change. The dialog passes this function, so that the page itself does not load the code. */
type SendPlan = (of: {
  client: QueryClient;
  environment: Environment;
  customerID: string;
  staffID: string;
}) => Promise<PlannedChange>;

export interface ContractChangeForm {
  state: ChangeState;
  /** The ticket and the reason as typed. They are stored with the draft. */
  reference: { given: GivenReference; onChange: (given: GivenReference) => void };
  /**
   * Opens the first step with the person's draft, or else with the current contract. A filled value replaces the value
   * of the draft.
   */
  open: (member: Member, expected: Contract, filled?: string) => void;
  /** Opens the review of a change that undoes an earlier change. `now` is the current contract. */
  openUndo: (undo: Undo, now: Contract) => void;
  saveDraft: (member: Member, value: string, second: string, when: When) => void;
  choose: (member: Member, value: string, second: string, when: When) => void;
  /** Plans the change for the chosen time. Several calls plan the change only once. */
  plan: (send: SendPlan) => Promise<void>;
  /** Opens the first step again with the current contract, for the second of two changes only. */
  chooseSecond: (now: Contract) => void;
  /** Sends the second of two changes with the same ticket. Call this after the first change is verified. */
  sendSecond: () => Promise<void>;
  /** Sets the jobs to override. An empty list overrides no job. */
  override: (jobIDs: readonly string[]) => void;
  back: () => void;
  /** Sends the change with a ticket and a reason. Several calls send the change only once. */
  send: (reference: WriteReference | undefined) => Promise<void>;
  /**
   * Requests the approval of a second person. In the review, the caller passes the ticket, the reason and the approval
   * rules.
   */
  requestApproval: (reviewed?: { why: string; reference: WriteReference | undefined }) => Promise<void>;
  /** Looks for the change in the console's stored operations, if the browser got no answer. */
  findInRecord: () => Promise<"found" | "none" | "unread">;
  /** Starts again with the current contract. */
  reviewAgain: (now: Contract) => void;
  /** Deletes the draft. */
  discardDraft: () => void;
  /** Passes a newer version of the operation to the page, before the page has read it. */
  onOperation: (operation: Operation) => void;
  /** Reloads everything that the page shows about the customer's contract. */
  refetch: () => Promise<void>;
}

/** Changes the contract of one customer, from the choice to the result. The state remains when the dialog closes. */
export function useContractChange(environment: Environment, customerID: string): ContractChangeForm {
  const client = useQueryClient();
  const { staffID } = useSession().staff;
  const [state, dispatch] = useReducer(nextChangeState, initialChangeState);
  const sending = useRef(false);
  const isFirst = useRef(true);
  const reference = useRef<WriteReference>(undefined);
  const [given, setGiven] = useState<GivenReference>({});
  /** The IDs of the operations that the page knew before the change was sent. */
  const known = useRef(new Set<string>());
  const operationsOptions = customerOperationsQueryOptions(environment, customerID);

  const refetch = useCallback(async () => {
    const isAbout = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] === environment && queryKey.includes(customerID) && !queryKey.includes("numbers");
    await client.invalidateQueries({ predicate: isAbout });
    // Marks the lists that show the contract as outdated. Each list reloads when it is shown again.
    for (const list of ["customers", "operations"]) {
      void client.invalidateQueries({ queryKey: [environment, list], refetchType: "none" });
    }
  }, [client, environment, customerID]);

  const { queryKey: operationsKey } = operationsOptions;
  const onOperation = (operation: Operation) =>
    void client.setQueryData(operationsKey, (list) => list && withOperation(list, operation));

  const settle = async (operation: Operation) => {
    const { member, value, second, expected } = state;
    // The page may be closed before the second change is sent, so the second change is stored as a draft.
    if (operation.request[member] === value && second !== "") {
      const rest = {
        member: otherMember(member),
        value: second,
        second: "",
        when: rightNow,
        expected: { ...expected, [member]: value },
      };
      keepDraft(environment, customerID, staffID, rest);
    } else dropDraft(environment, customerID, staffID);
    // Allows the second of two changes to be sent.
    sending.current = false;
    onOperation(operation);
    dispatch({ type: "answered", operation });
    await refetch();
  };

  const send = async (event: { type: "sent" } | { type: "next" }) => {
    const next = nextChangeState(state, event);
    if (sending.current || next === state) return;
    sending.current = true;
    known.current = new Set(
      client.getQueryData(operationsOptions.queryKey)?.operations.map(({ operationID }) => operationID),
    );
    dispatch(event);
    const { member, value, expected, overrideJobIDs, undoOf } = next;
    try {
      const sent = { member, value, expected, overrideJobIDs, undoOf, reference: reference.current };
      await settle(await changeContract(environment, customerID, sent));
    } catch (error) {
      const problem = shownProblem(error);
      dispatch({ type: "failed", problem });
      announce(stepFailureText(stepAfterFailure(problem, next)));
      if (problem.code !== "not_signed_in") void refetch();
    } finally {
      sending.current = false;
    }
  };

  const plan = async (send: SendPlan) => {
    if (sending.current || state.step.name !== "review") return;
    sending.current = true;
    dispatch({ type: "sent" });
    try {
      const planned = await send({ client, environment, customerID, staffID });
      dropDraft(environment, customerID, staffID);
      dispatch({ type: "planned", planned });
      announce(planned.state === "awaiting-approval" ? planStepTexts.waiting : planStepTexts.done, "planned change");
    } catch (error) {
      dispatch({ type: "failed", problem: shownProblem(error) });
      announce(planStepTexts.notScheduled, "planned change");
    } finally {
      sending.current = false;
      void client.invalidateQueries({ queryKey: plannedKey(environment) });
    }
  };

  const askApproval: ContractChangeForm["requestApproval"] = async (reviewed) => {
    if (state.step.name !== (reviewed ? "review" : "approval") || sending.current) return;
    sending.current = true;
    if (reviewed) reference.current = reviewed.reference;
    dispatch({ type: "requesting", ...(reviewed && { why: reviewed.why }) });
    const { member, value, expected } = state;
    const { plan, term } = expected;
    const body = {
      kind: "change",
      customerID,
      change: { [member]: value },
      console: reference.current,
      expected: { ...(plan !== undefined && { plan }), ...(term !== undefined && { term }) },
    };
    try {
      const approval = await requestApproval(environment, body);
      dropDraft(environment, customerID, staffID);
      dispatch({ type: "requested", approval });
      void client.invalidateQueries({ queryKey: attentionQueryKey });
    } catch (error) {
      dispatch({ type: "notRequested", failure: shownProblem(error).detail });
    } finally {
      sending.current = false;
    }
  };

  const findInRecord = async () => {
    const { member, value } = state;
    try {
      const { operations } = await client.fetchQuery({ ...operationsOptions, staleTime: 0 });
      const mine = operations.find(
        ({ operationID, kind, request, actor }) =>
          kind === changeContractKind.kind &&
          actor.staffID === staffID &&
          request[member] === value &&
          !known.current.has(operationID),
      );
      if (!mine) return "none";
      await settle(mine);
      return "found";
    } catch {
      announce(unknownStepTexts.unread);
      return "unread";
    }
  };

  return {
    state,
    reference: {
      given,
      onChange(next) {
        setGiven(next);
        const { member, value, second, when, expected, undoOf } = state;
        if (undoOf !== undefined) return;
        keepDraft(environment, customerID, staffID, { member, value, second, when, expected, reference: next });
      },
    },
    open(member, expected, filled) {
      const draft = readDraft(environment, customerID, staffID);
      // After a reload or a sign-in, the draft is used even if it changes the other member.
      const isUsed = draft && (draft.member === member || (isFirst.current && filled === undefined));
      const chosen = isUsed ? draft : newDraft(member, expected);
      const kept = filled === undefined ? chosen : { ...chosen, value: filled, second: "", expected };
      if (filled !== undefined) keepDraft(environment, customerID, staffID, kept);
      isFirst.current = false;
      const { reference: typed = {}, ...choice } = kept;
      setGiven(typed);
      dispatch({ type: "opened", ...choice });
    },
    openUndo({ ticket, ...undo }, now) {
      isFirst.current = false;
      setGiven(ticket === undefined ? {} : { ticket });
      dispatch({ type: "undo", undo, now });
    },
    saveDraft: (member, value, second, when) =>
      keepDraft(environment, customerID, staffID, {
        member,
        value,
        second,
        when,
        expected: state.expected,
        reference: given,
      }),
    choose: (member, value, second, when) => dispatch({ type: "chosen", member, value, second, when }),
    plan,
    chooseSecond: (now) =>
      dispatch({ type: "opened", member: otherMember(state.member), value: state.second, expected: now }),
    sendSecond: () => send({ type: "next" }),
    override: (jobIDs) => dispatch({ type: "override", jobIDs }),
    back: () => dispatch({ type: "back" }),
    send(given) {
      reference.current = given;
      return send({ type: "sent" });
    },
    requestApproval: askApproval,
    findInRecord,
    reviewAgain: (now) => dispatch({ type: "reviewAgain", expected: now }),
    discardDraft: () => dropDraft(environment, customerID, staffID),
    onOperation,
    refetch,
  };
}
