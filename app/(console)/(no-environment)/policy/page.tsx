import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { AnnouncementPanel } from "#components/announcement/announcement-panel.tsx";
import { FreezesPanel } from "#components/freezes/freezes-panel.tsx";
import { ApprovalPolicyPanel } from "#components/policy/approval-policy-panel.tsx";
import { ChangeLimitPanel } from "#components/policy/change-limit-panel.tsx";
import { KnownPolicyPanel } from "#components/policy/known-policy-panel.tsx";
import { PolicyPanel } from "#components/policy/policy-panel.tsx";
import { policyTexts } from "#components/policy/texts.ts";
import { TicketPolicyPanel } from "#components/policy/ticket-policy-panel.tsx";
import { RoleMatrix } from "#components/ui/access/role-matrix.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import { pages } from "#lib/paths.ts";
import { knownPolicyQueryOptions } from "#lib/query/console/known-policy.ts";
import { policyQueryOptions } from "#lib/query/console/policy.ts";
import { ticketPolicyQueryOptions } from "#lib/query/console/tickets.ts";
import { approvalPolicyQueryOptions } from "#lib/query/operations/approvals.ts";
import { changeLimitPolicyQueryOptions } from "#lib/query/operations/change-limit.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { requireSignedIn } from "../../require-session.ts";
import { NeedsRole } from "../needs-role.tsx";

export const metadata: Metadata = { title: policyTexts.title };

export default async function PolicyPage() {
  const { staff, environments } = await requireSignedIn(pages.policy());
  if (!may(staff.role, "policy.manage"))
    return <NeedsRole title={policyTexts.title} permission="policy.manage" role={staff.role} />;
  const reading = policyQueryOptions(() => perform("GET /api/policy"));
  const tickets = ticketPolicyQueryOptions(() => perform("GET /api/policy/tickets"));
  const approvals = approvalPolicyQueryOptions(() => perform("GET /api/policy/approvals"));
  const limit = changeLimitPolicyQueryOptions(() => perform("GET /api/policy/change-limit"));
  const known = knownPolicyQueryOptions(() => perform("GET /api/policy/known"));
  return (
    <div className="flex flex-col gap-3">
      <PageHeader title={policyTexts.title} note={policyTexts.intro} />
      <InitialData readings={[reading, tickets, approvals, limit, known]} fallback={undefined}>
        <div className="grid items-start gap-3 lg:grid-cols-[3fr_2fr]">
          <div className="flex flex-col gap-3">
            <PolicyPanel />
            <TicketPolicyPanel />
            <ApprovalPolicyPanel />
            <ChangeLimitPanel />
            {environments.map((environment) => (
              <FreezesPanel key={environment} environment={environment} />
            ))}
            <KnownPolicyPanel />
            <AnnouncementPanel />
          </div>
          <Panel title={policyTexts.roles} isQuiet>
            <RoleMatrix />
          </Panel>
        </div>
      </InitialData>
    </div>
  );
}
