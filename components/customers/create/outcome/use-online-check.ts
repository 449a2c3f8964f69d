"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { outcomeTexts as texts } from "#components/customers/create/texts.ts";
import type { StoredDraft } from "#components/customers/create/use-creation-draft.ts";
import { announce } from "#components/ui/announcer.tsx";
import type { CreationDraft } from "#lib/browser-storage/creation-draft.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { api, pages } from "#lib/paths.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { isOperationOf } from "./find-same-creation.ts";

const ownCreations = new URLSearchParams({ kind: createCustomerKind.kind, mine: "true", limit: "25" });

/**
 * Each time the network returns, looks for the stored creation. If the console has it, opens its page. Sends nothing:
 * the person decides whether to send again.
 */
export function useOnlineCheck(
  environment: Environment,
  sent: CreationDraft["sent"],
  settle: StoredDraft["settle"],
): void {
  const router = useRouter();
  const latest = useRef({ sent, settle });
  latest.current = { sent, settle };
  const isSent = sent !== undefined;
  useEffect(() => {
    if (!isSent) return;
    const check = async () => {
      const path = api.operations(environment, ownCreations);
      const { operations } = await fetchJson<OperationList>(
        path,
        { operations: "array", total: "number" },
        { quiet: true },
      );
      const { sent, settle } = latest.current;
      const found = sent && operations.find((operation) => isOperationOf(operation, sent));
      if (!found) return;
      settle();
      announce(texts.foundOnline);
      router.replace(pages.operation(environment, found.operationID));
    };
    // Ignores a failed check. The next check runs when the network returns again.
    const online = () => void check().catch(() => {});
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, [environment, isSent, router]);
}
