"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useReducer, useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { useSession } from "#components/ui/session.tsx";
import type { Contract } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { changeContract, customerOperationsQueryOptions } from "#lib/query/customer.ts";
import { shownProblem } from "#lib/shown-problem.ts";
import { type ChangeState, nextChangeState, nothingBegun, stepAfterFailure } from "./change-state.ts";
import { dropDraft, keepDraft, readDraft } from "./draft.ts";
import { failureInWords } from "./step-words.ts";
import { lostTexts, type Member } from "./texts.ts";

export interface ContractChanging {
  state: ChangeState;
  /** Begins with what the person sees now, or with their draft. */
  begin: (member: Member, seen: Contract) => void;
  /** Keeps what is being chosen. */
  keep: (member: Member, value: string) => void;
  choose: (member: Member, value: string) => void;
  /** Says which jobs the change is sent in spite of; none takes it back. */
  override: (jobIDs: readonly string[]) => void;
  back: () => void;
  /** Sends the change: once, however often it is called. */
  send: () => Promise<void>;
  /** Looks for a change in the console's record whose answer the browser did not get. */
  lookInRecord: () => Promise<"found" | "none" | "unread">;
  /** Starts again with the contract as it is now. */
  anew: (now: Contract) => void;
  /** Forgets what was chosen. */
  forget: () => void;
  /** Has everything that the page shows of the customer's contract read again. */
  readAgain: () => Promise<void>;
}

/** One customer's change of contract, from choosing to its result; it outlives the dialog that shows it. */
export function useContractChange(environment: Environment, customerID: string): ContractChanging {
  const client = useQueryClient();
  const { staffID } = useSession().staff;
  const [state, dispatch] = useReducer(nextChangeState, nothingBegun);
  const sending = useRef(false);
  const isFirst = useRef(true);
  /** The operations that were there before sending. */
  const known = useRef(new Set<string>());
  const operationsOptions = customerOperationsQueryOptions(environment, customerID);

  const readAgain = useCallback(async () => {
    const isAbout = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] === environment && queryKey.includes(customerID) && !queryKey.includes("numbers");
    await client.invalidateQueries({ predicate: isAbout });
    // Lists that show it: read again when somebody looks at them.
    for (const list of ["customers", "operations"]) {
      void client.invalidateQueries({ queryKey: [environment, list], refetchType: "none" });
    }
  }, [client, environment, customerID]);

  const settle = async (operation: Operation) => {
    dropDraft(environment, customerID, staffID);
    dispatch({ type: "answered", operation });
    await readAgain();
  };

  const send = async () => {
    if (sending.current || state.step.name !== "review") return;
    sending.current = true;
    known.current = new Set(
      client.getQueryData(operationsOptions.queryKey)?.operations.map(({ operationID }) => operationID),
    );
    dispatch({ type: "sent" });
    const { member, value, seen, overrideJobIDs } = state;
    try {
      await settle(await changeContract(environment, customerID, { member, value, expected: seen, overrideJobIDs }));
    } catch (error) {
      const problem = shownProblem(error);
      dispatch({ type: "failed", problem });
      announce(failureInWords(stepAfterFailure(problem)));
      if (problem.code !== "not_signed_in") void readAgain();
    } finally {
      sending.current = false;
    }
  };

  const lookInRecord = async () => {
    const { member, value } = state;
    try {
      const { operations } = await client.fetchQuery({ ...operationsOptions, staleTime: 0 });
      const mine = operations.find(
        ({ operationID, kind, request, actor }) =>
          kind === "change-contract" &&
          actor.staffID === staffID &&
          request[member] === value &&
          !known.current.has(operationID),
      );
      if (!mine) return "none";
      await settle(mine);
      return "found";
    } catch {
      announce(lostTexts.unread);
      return "unread";
    }
  };

  return {
    state,
    begin(member, seen) {
      const draft = readDraft(environment, customerID, staffID);
      // After a reload or a sign-in the draft decides, even where the person had gone over to the other one.
      const kept = draft && (isFirst.current || draft.member === member) ? draft : { member, value: "", seen };
      isFirst.current = false;
      dispatch({ type: "opened", member: kept.member, value: kept.value, seen: kept.seen });
    },
    keep: (member, value) => keepDraft(environment, customerID, staffID, { member, value, seen: state.seen }),
    choose: (member, value) => dispatch({ type: "chosen", member, value }),
    override: (jobIDs) => dispatch({ type: "override", jobIDs }),
    back: () => dispatch({ type: "back" }),
    send,
    lookInRecord,
    anew: (now) => dispatch({ type: "anew", seen: now }),
    forget: () => dropDraft(environment, customerID, staffID),
    readAgain,
  };
}
