"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSession } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { customerQueryOptions } from "#lib/query/customers/customer.ts";
import { plannedKey } from "#lib/query/operations/planned-key.ts";
import { plannedOfCustomersQueryOptions } from "#lib/query/operations/planned-marks.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { sendPlan } from "../plan/send-plan.ts";
import type { When } from "../plan/when.ts";
import { type ManyRow, openRows, rowOf, stopsAll } from "./many-rows.ts";
import { manyTexts as texts } from "./many-texts.ts";

export type ManyStep = "choose" | "reading" | "review" | "sending" | "finished";

interface Wanted {
  change: BulkChange;
  when: When;
}

/** The number of customers read in parallel. */
const atOnce = 3;

/**
 * Plans the same change for several customers: reads each contract, lets the person review them, and plans one after
 * the other, based on the reviewed contract. Each is a planned change of its own, so that stopping half-way does no
 * harm.
 */
export function usePlanMany(environment: Environment, customerIDs: readonly string[]) {
  const client = useQueryClient();
  const { staffID } = useSession().staff;
  const [step, setStep] = useState<ManyStep>("choose");
  const [rows, setRows] = useState<readonly ManyRow[]>([]);
  const [done, setDone] = useState(0);
  const [problem, setProblem] = useState<ShownProblem>();
  const isStopped = useRef(false);

  const readOne = async (
    customerID: string,
    planned: ReadonlySet<string>,
    { change, when }: Wanted,
  ): Promise<ManyRow> => {
    try {
      const { customer } = await client.fetchQuery({ ...customerQueryOptions(environment, customerID), staleTime: 0 });
      const isTemporary = when.kind === "while";
      return rowOf(customer, { change, isTemporary, hasPlanned: planned.has(idKey(customerID)) });
    } catch (error) {
      return { customerID, companyName: "", skipped: texts.unread(shownProblem(error).detail) };
    }
  };

  async function read(wanted: Wanted): Promise<void> {
    isStopped.current = false;
    setProblem(undefined);
    setDone(0);
    setStep("reading");
    try {
      const open = await client.fetchQuery({
        ...plannedOfCustomersQueryOptions(environment, customerIDs),
        staleTime: 0,
      });
      const planned = new Set(open.planned.map(({ customerID }) => idKey(customerID)));
      const found: ManyRow[] = [];
      for (let from = 0; from < customerIDs.length && !isStopped.current; from += atOnce) {
        const part = customerIDs.slice(from, from + atOnce);
        found.push(...(await Promise.all(part.map((id) => readOne(id, planned, wanted)))));
        setDone(found.length);
      }
      setRows(found);
      setStep(isStopped.current ? "choose" : "review");
    } catch (error) {
      setProblem(shownProblem(error));
      setStep("choose");
    }
  }

  async function send({ change, when }: Wanted, reference: WriteReference | undefined): Promise<void> {
    isStopped.current = false;
    setProblem(undefined);
    setDone(0);
    setStep("sending");
    const replace = (row: ManyRow) =>
      setRows((before) => before.map((one) => (one.customerID === row.customerID ? row : one)));
    for (const row of openRows(rows)) {
      if (isStopped.current) break;
      const { customerID, contract = {} } = row;
      try {
        const expected = {
          ...(contract.plan !== undefined && { plan: contract.plan }),
          ...(contract.term !== undefined && { term: contract.term }),
        };
        const state = { when, change, second: undefined, expected };
        const planned = await sendPlan({ client, environment, customerID, staffID, state, reference });
        replace({ ...row, planned });
        setDone((before) => before + 1);
      } catch (error) {
        const failed = shownProblem(error);
        if (stopsAll(failed)) {
          setProblem(failed);
          break;
        }
        replace({ ...row, failed: failed.detail });
      }
    }
    void client.invalidateQueries({ queryKey: plannedKey(environment) });
    setStep("finished");
  }

  return {
    step,
    rows,
    done,
    problem,
    read,
    send,
    back: () => setStep("choose"),
    /** Returns to the review, to send the remaining rows. */
    again: () => setStep("review"),
    stop: () => {
      isStopped.current = true;
    },
  };
}
