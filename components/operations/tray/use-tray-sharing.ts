"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import { trayQueryOptions } from "#lib/query/operations/tray.ts";
import { hasShape } from "#lib/requests/answer-shape.ts";

/** Polling interval while all tabs are hidden, in milliseconds. Only one of the tabs polls. */
const hiddenPollMs = 45_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

/**
 * Holds a lock while `work` runs or until `signal` aborts. Returns immediately if the browser does not support locks,
 * for example without HTTPS, or if the browser refuses the lock.
 */
async function hold(name: string, mode: LockMode, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks?.request(name, { mode, signal }, work);
  } catch {
    // `signal` was aborted during the wait for the lock, or the browser refused the lock.
  }
}

/** Polls slowly in one of the hidden tabs while no tab of this environment is visible. */
async function pollWhileHidden(client: QueryClient, environment: Environment, visible: string, signal: AbortSignal) {
  while (!signal.aborted) {
    await pause(hiddenPollMs, signal);
    if (signal.aborted) return;
    const { held = [] } = await navigator.locks.query();
    if (held.some(({ name }) => name === visible)) continue;
    await client.refetchQueries({ queryKey: trayQueryOptions(environment).queryKey });
  }
}

/** Updates the tray of all hidden tabs. Only one of these tabs polls. */
function useHiddenTrayPolling(environment: Environment, isOn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOn) return;
    const visible = `switchboard tray visible ${environment}`;
    let turn = new AbortController();
    const begin = () => {
      turn.abort();
      turn = new AbortController();
      const { signal } = turn;
      if (document.visibilityState === "visible") void hold(visible, "shared", signal, () => untilAborted(signal));
      else {
        const leader = `switchboard tray leader ${environment}`;
        void hold(leader, "exclusive", signal, () => pollWhileHidden(client, environment, visible, signal));
      }
    };
    begin();
    document.addEventListener("visibilitychange", begin);
    return () => {
      turn.abort();
      document.removeEventListener("visibilitychange", begin);
    };
  }, [client, environment, isOn]);
}

/** Shares answers between the person's tabs: sends this tab's answers and receives the answers of other tabs. */
function useSharedTray(environment: Environment, staffID: string, list: OperationList | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!list || !("BroadcastChannel" in globalThis)) return;
    const channel = new BroadcastChannel(`switchboard tray ${staffID} ${environment}`);
    const { queryKey } = trayQueryOptions(environment);
    // Accepts only an answer with a newer `asOf`. Otherwise two tabs would send the same answer to each other forever.
    channel.postMessage(list);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!hasShape<OperationList>(data, { operations: "array", total: "number", asOf: "string" })) return;
      if (data.asOf > list.asOf) client.setQueryData(queryKey, data);
    };
    return () => channel.close();
  }, [client, environment, staffID, list]);
}

/** Coordinates the tray between all tabs of the browser. */
export function useTraySharing(
  environment: Environment,
  staffID: string,
  list: OperationList | undefined,
  isOn: boolean,
): void {
  useHiddenTrayPolling(environment, isOn);
  useSharedTray(environment, staffID, list);
}
