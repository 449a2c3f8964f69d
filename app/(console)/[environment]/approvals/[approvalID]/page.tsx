import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ApprovalPage } from "#components/approvals/approval-page.tsx";
import { approvalTexts } from "#components/approvals/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { pages } from "#lib/paths.ts";
import { approvalQueryOptions } from "#lib/query/operations/approvals.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { recordMetadata } from "../../record-metadata.ts";

export async function generateMetadata({ params }: PageProps<"environment" | "approvalID">): Promise<Metadata> {
  const { environment, approvalID: id } = await params;
  return recordMetadata({ environment, id }, approvalTexts.pageTitle);
}

export default async function RequestForApprovalPage({ params }: PageProps<"environment" | "approvalID">) {
  const segments = await params;
  const environment = environmentOf(segments.environment);
  const approvalID = requireID(segments.approvalID);
  await requireSession(environment, pages.approval(environment, approvalID));
  const reading = approvalQueryOptions(environment, approvalID, () =>
    perform("GET /api/:environment/approvals/:approvalID", { params: { environment, approvalID } }),
  );
  return (
    <div key={`${environment} ${approvalID}`} className="flex flex-col gap-1">
      <BackLink href={pages.attention()}>{approvalTexts.back}</BackLink>
      <InitialData readings={[reading]} fallback={null}>
        <ApprovalPage environment={environment} approvalID={approvalID} />
      </InitialData>
    </div>
  );
}
