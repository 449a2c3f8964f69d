"use client";

import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { announce } from "#components/ui/announcer.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import {
  type CustomerScan,
  newScan,
  runScan,
  type ScanQuestion,
  scanKey,
  scanQuestion,
} from "#lib/query/customers/customer-scan.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { scanSentence, scanTexts as texts } from "./scan-texts.ts";

/** The abort reason when no person stopped the scan: the person changed the filters or left the page. */
const left = new Error("The page was left");

/**
 * The scan for the page's filters. The scan starts automatically and stops when the person leaves the page. After Back
 * the page shows the results so far, and the scan continues only on request.
 */
export function useCustomerScan(environment: Environment, view: CustomersView) {
  const client = useQueryClient();
  // Turning pages changes the view but must not restart the scan.
  const asked = JSON.stringify(scanQuestion(view));
  const question = useMemo(() => JSON.parse(asked) as ScanQuestion, [asked]);
  const queryKey = useMemo(() => scanKey(environment, question), [environment, question]);
  const { data: scan = newScan } = useQuery<CustomerScan>({ queryKey, queryFn: skipToken });
  const running = useRef<AbortController>(undefined);

  const run = useCallback(
    (before: CustomerScan) => {
      running.current?.abort(left);
      const controller = new AbortController();
      running.current = controller;
      void runScan(environment, question, before, controller.signal, (next) => {
        client.setQueryData(queryKey, next);
        if (next.phase === "running" || controller.signal.reason === left) return;
        announce(`${scanSentence(question, next)}. ${texts.phases[next.phase]}`, "scan");
      });
    },
    [client, environment, question, queryKey],
  );
  useEffect(() => {
    if (client.getQueryData(queryKey) === undefined) run(newScan);
    return () => running.current?.abort(left);
  }, [client, queryKey, run]);

  return {
    scan,
    stop: () => running.current?.abort(),
    goOn: () => run(scan),
    restart: () => run(newScan),
  };
}
