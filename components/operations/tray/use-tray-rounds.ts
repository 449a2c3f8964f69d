"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { type OperationList, operationListSchema } from "#lib/contract/operation.ts";
import { trayQueryOptions } from "#lib/query/operations.ts";

/** How often the one tab that asks does so while all are hidden, in milliseconds. */
const hiddenRoundMs = 45_000;

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

/** Takes a lock until `signal`; a browser without locks, such as on plain http, or that refuses, has none. */
async function hold(name: string, mode: LockMode, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks?.request(name, { mode, signal }, work);
  } catch {
    // Aborted while it waited.
  }
}

/** Asks now and then, by one hidden tab alone and only while no tab of this environment is on the screen. */
async function askWhileHidden(client: QueryClient, environment: Environment, visible: string, signal: AbortSignal) {
  while (!signal.aborted) {
    await pause(hiddenRoundMs, signal);
    if (signal.aborted) return;
    const { held = [] } = await navigator.locks.query();
    if (held.some(({ name }) => name === visible)) continue;
    await client.refetchQueries({ queryKey: trayQueryOptions(environment).queryKey });
  }
}

/** Keeps the tray of hidden tabs up to date with one request in a while for all of them together. */
function useHiddenRounds(environment: Environment, isOn: boolean): void {
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
        void hold(leader, "exclusive", signal, () => askWhileHidden(client, environment, visible, signal));
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

/** Gives other tabs of this person what this one has read, and takes theirs. */
function useSharedTray(environment: Environment, staffID: string, list: OperationList | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!list || !("BroadcastChannel" in globalThis)) return;
    const channel = new BroadcastChannel(`switchboard tray ${staffID} ${environment}`);
    const { queryKey } = trayQueryOptions(environment);
    // Sent again by whoever receives it, it would go round for ever: only what is newer is taken, and `asOf` tells.
    channel.postMessage(list);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const parsed = operationListSchema.safeParse(data);
      if (!parsed.success || parsed.data.asOf <= list.asOf) return;
      client.setQueryData(queryKey, parsed.data);
    };
    return () => channel.close();
  }, [client, environment, staffID, list]);
}

/** What the tabs of one browser do together for the tray. */
export function useTrayRounds(
  environment: Environment,
  staffID: string,
  list: OperationList | undefined,
  isOn: boolean,
): void {
  useHiddenRounds(environment, isOn);
  useSharedTray(environment, staffID, list);
}
