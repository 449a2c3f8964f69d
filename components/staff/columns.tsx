"use client";

import { createColumnHelper } from "@tanstack/react-table";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { Button } from "#components/ui/button.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { CircleCheck, CircleSlash, MailOpen } from "#components/ui/icon/icons.tsx";
import { Status } from "#components/ui/status/status.tsx";
import type { StaffMember, StaffState } from "#lib/contract/access/staff.ts";
import { roleNames } from "#lib/contract/values/access/roles.ts";
import { methodNames, stateNames, staffTexts as texts } from "./texts.ts";

const statusStyles = {
  invited: { tone: "progress", icon: MailOpen },
  active: { tone: "positive", icon: CircleCheck },
  disabled: { tone: "neutral", icon: CircleSlash },
} as const satisfies Record<StaffState, object>;

const helper = createColumnHelper<DataTableFeatures, StaffMember>();

/** The columns of people. `onManage` opens the dialog with the actions for a person. */
export function staffColumns(ownID: string, onManage: (person: StaffMember) => void) {
  return helper.columns([
    helper.accessor("name", {
      header: texts.person,
      meta: { label: texts.person, width: "w-auto", rowHeader: true },
      cell: ({ row: { original } }) => (
        <span className="flex flex-col wide:py-1.5">
          <span className="font-medium cards:wrap-anywhere wide:truncate">
            <bdi>{original.name}</bdi>
            {original.staffID === ownID && <span className="font-normal text-ink-muted"> {texts.you}</span>}
          </span>
          <span title={original.email} className="text-ink-muted cards:text-table cards:wrap-anywhere wide:truncate">
            {original.email}
            {original.emailUnverified && ` ${texts.emailUnverified}`}
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
      cell: ({ getValue }) => <Status {...statusStyles[getValue()]}>{stateNames[getValue()]}</Status>,
    }),
    helper.accessor("methods", {
      header: texts.signsInWith,
      meta: { label: texts.signsInWith, width: "w-44" },
      cell: ({ getValue }) => {
        const names = getValue().map((method) => methodNames[method]);
        return names.length === 0 ? <span className="text-ink-muted">{texts.none}</span> : names.join(", ");
      },
    }),
    helper.accessor("lastSignInAt", {
      header: texts.lastSignIn,
      meta: { label: texts.lastSignIn, width: "w-48" },
      cell: ({ getValue }) => {
        const at = getValue();
        return at === undefined ? <span className="text-ink-muted">{texts.never}</span> : <TimeCell at={at} />;
      },
    }),
    helper.display({
      id: "actions",
      header: () => <span className="sr-only">{texts.actions}</span>,
      meta: {
        label: texts.actions,
        width: "w-24 2xl:w-28",
        align: "end",
        isScreenOnly: true,
        narrow: "cards:col-span-full cards:before:content-none!",
      },
      cell: ({ row: { original } }) => (
        <Button size="small" aria-label={texts.manageLabel(original.name)} onClick={() => onManage(original)}>
          {texts.manage}
        </Button>
      ),
    }),
  ]);
}
