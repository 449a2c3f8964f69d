"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, CircleSlash, CircleX, Clock, Hourglass, TriangleAlert } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { ReadContent } from "#components/ui/panel/panel.tsx";
import { RecordHeading } from "#components/ui/panel/record-heading.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Status } from "#components/ui/status/status.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Approval } from "#lib/contract/operations/approval.ts";
import type { ApprovalState } from "#lib/contract/values/operations/approval-states.ts";
import { pages } from "#lib/paths.ts";
import { approvalQueryOptions } from "#lib/query/operations/approvals.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { RequestPanel, WhatPanel } from "./approval-facts.tsx";
import { Decision } from "./decision.tsx";
import { approvalStateNames, approvalTexts as texts } from "./texts.ts";

const ImportRows = lazyPart(() => import("./import-rows.tsx").then((module) => module.ImportRows));

const statusStyles = {
  waiting: { tone: "progress", icon: Hourglass },
  approved: { tone: "positive", icon: CircleCheck },
  rejected: { tone: "negative", icon: CircleX },
  withdrawn: { tone: "neutral", icon: CircleSlash },
  expired: { tone: "caution", icon: Clock },
  void: { tone: "neutral", icon: Ban },
} as const satisfies Record<ApprovalState, object>;

/**
 * The customers that an import would create. Shown only while the approval is open, and only to people who may see the
 * rows of the import.
 */
function RowsOfImport({ approval: { environment, kind, state, subjectID } }: { approval: Approval }) {
  const { role } = useSession().staff;
  if (kind !== "import" || state !== "waiting" || subjectID === undefined || !may(role, "imports.run")) return null;
  return <ImportRows environment={environment} importID={subjectID} />;
}

/** One request for approval: the exact change, the requester, and the decision. */
export function ApprovalPage({ environment, approvalID }: { environment: Environment; approvalID: string }) {
  const reading = useQuery({ ...approvalQueryOptions(environment, approvalID), ...keepPageData });
  return (
    <ReadContent
      reading={reading}
      signInHref={pages.signIn(pages.approval(environment, approvalID))}
      skeleton={<p role="status">{texts.loading}</p>}
    >
      {(detail) => (
        <div className="flex max-w-4xl flex-col gap-4">
          <RecordHeading title={detail.approval.title}>
            {detail.approval.emergency ? (
              <Status tone="caution" icon={TriangleAlert}>
                {texts.emergency}
              </Status>
            ) : (
              <Status {...statusStyles[detail.approval.state]}>{approvalStateNames[detail.approval.state]}</Status>
            )}
          </RecordHeading>
          <WhatPanel detail={detail} />
          <RowsOfImport approval={detail.approval} />
          <RequestPanel approval={detail.approval} />
          <Decision detail={detail} />
        </div>
      )}
    </ReadContent>
  );
}
