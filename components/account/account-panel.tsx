"use client";

import { RolePermissions } from "#components/ui/access/role-permissions.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { useSession } from "#components/ui/session.tsx";
import { roleNames } from "#lib/contract/values/access/roles.ts";
import { accountTexts as texts } from "./texts.ts";

/** Shows the person's account and permissions. */
export function AccountPanel() {
  const { staff, environments } = useSession();
  return (
    <section aria-label={texts.account} className="rounded-base border border-line bg-surface">
      <Facts isRow>
        <FactRow name={texts.name}>
          <bdi className="font-semibold text-title">{staff.name}</bdi>
        </FactRow>
        <FactRow name={texts.email}>{staff.email}</FactRow>
        <FactRow name={texts.role}>
          <span className="font-semibold text-title">{roleNames[staff.role]}</span>
        </FactRow>
        <FactRow name={texts.environments}>{environments.map((one) => environmentNames[one]).join(", ")}</FactRow>
      </Facts>
      {/* Collapsed, because the list is long. The settings that a person can change on this page come first. */}
      <details className="border-line border-t px-4 py-2 text-table">
        <summary className="min-h-6 text-accent">{texts.may}</summary>
        <div className="py-1">
          <RolePermissions role={staff.role} />
        </div>
      </details>
      <p className="border-line border-t px-4 py-2 text-fine text-ink-muted">{texts.changedBy}</p>
    </section>
  );
}
