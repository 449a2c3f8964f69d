"use client";

import { createColumnHelper } from "@tanstack/react-table";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { Button } from "#components/ui/button.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { CircleCheck, CircleSlash, Clock } from "#components/ui/icon/icons.tsx";
import { Status } from "#components/ui/status/status.tsx";
import type { ApiClient, ClientState } from "#lib/contract/access/clients.ts";
import { roleNames } from "#lib/contract/values/access/roles.ts";
import { assistantModeTexts, clientStateNames, clientTexts as texts } from "./texts.ts";

const statusStyles = {
  active: { tone: "positive", icon: CircleCheck },
  expired: { tone: "caution", icon: Clock },
  revoked: { tone: "neutral", icon: CircleSlash },
} as const satisfies Record<ClientState, object>;

const helper = createColumnHelper<DataTableFeatures, ApiClient>();

const timeOr = (at: string | undefined, otherwise: string) =>
  at === undefined ? <span className="text-ink-muted">{otherwise}</span> : <TimeCell at={at} />;

/** The columns of API clients. `onManage` opens the dialog with the actions for a client. */
export function clientColumns(onManage: (client: ApiClient) => void) {
  return helper.columns([
    helper.accessor("name", {
      header: texts.name,
      meta: { label: texts.name, width: "w-auto", rowHeader: true },
      cell: ({ row: { original } }) => (
        <span className="flex flex-col wide:py-1.5">
          <bdi className="font-medium cards:wrap-anywhere wide:truncate">{original.name}</bdi>
          <span className="font-normal text-fine text-ink-muted">
            <span className="font-mono">{texts.keyEnding(original.keyEnd)}</span>
            {original.assistant !== "off" && ` · ${assistantModeTexts[original.assistant].short}`}
          </span>
        </span>
      ),
    }),
    helper.accessor("role", {
      header: texts.role,
      meta: { label: texts.role, width: "w-32" },
      cell: ({ getValue }) => roleNames[getValue()],
    }),
    helper.accessor("environments", {
      header: texts.environments,
      meta: { label: texts.environments, width: "w-44" },
      cell: ({ getValue }) =>
        getValue()
          .map((one) => environmentNames[one])
          .join(", "),
    }),
    helper.accessor("state", {
      header: texts.state,
      meta: { label: texts.state, width: "w-28" },
      cell: ({ getValue }) => <Status {...statusStyles[getValue()]}>{clientStateNames[getValue()]}</Status>,
    }),
    helper.accessor("expiresAt", {
      header: texts.expires,
      meta: { label: texts.expires, width: "w-48" },
      cell: ({ getValue }) => timeOr(getValue(), texts.neverExpires),
    }),
    helper.accessor("lastUsedAt", {
      header: texts.lastUsed,
      meta: { label: texts.lastUsed, width: "w-48" },
      cell: ({ getValue }) => timeOr(getValue(), texts.notUsed),
    }),
    helper.display({
      id: "actions",
      header: () => <span className="sr-only">{texts.actions}</span>,
      meta: { label: "", width: "w-24 2xl:w-28", align: "end", isScreenOnly: true, narrow: "cards:col-span-full" },
      cell: ({ row: { original } }) => (
        <Button size="small" aria-label={texts.manageLabel(original.name)} onClick={() => onManage(original)}>
          {texts.manage}
        </Button>
      ),
    }),
  ]);
}
