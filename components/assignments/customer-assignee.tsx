"use client";

import { useQuery } from "@tanstack/react-query";
import { AssignButtons } from "#components/forms/assign/assign-buttons.tsx";
import { AssignmentFacts } from "#components/forms/assign/assignment-facts.tsx";
import { HandOverHost } from "#components/forms/assign/hand-over-host.tsx";
import { UserRound } from "#components/ui/icon/icons.tsx";
import { StripRow } from "#components/ui/panel/strip-row.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { assignmentQueryOptions } from "#lib/query/console/assignments.ts";
import { customerQueryOptions } from "#lib/query/customers/customer.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { assigneeTexts } from "./texts.ts";

interface CustomerProps {
  environment: Environment;
  customerID: string;
}

function useSubject({ environment, customerID }: CustomerProps) {
  const { data } = useQuery({ ...assignmentQueryOptions(environment, customerID), ...keepPageData });
  const customer = useQuery({ ...customerQueryOptions(environment, customerID), enabled: false }).data?.customer;
  const assignment = data?.assignment ?? undefined;
  return {
    /**
     * False until the customer and the assignment are read. Also false for a customer who does not exist, and if
     * somebody is assigned already.
     */
    canBeAssigned: data !== undefined && customer !== undefined && assignment === undefined,
    subject: { environment, customerID, title: customer?.companyName || customerID, ...(assignment && { assignment }) },
  };
}

/**
 * The button that assigns the customer to the person, unless somebody is assigned already, and the dialog of a
 * hand-over.
 */
export function AssignCustomer(props: CustomerProps) {
  const { canBeAssigned, subject } = useSubject(props);
  return (
    <>
      {canBeAssigned && (
        <span className="flex print:hidden">
          <AssignButtons subject={subject} />
        </span>
      )}
      <HandOverHost />
    </>
  );
}

/** The line about who works on the customer. Renders nothing if nobody is assigned and nothing is handed over. */
export function CustomerAssignee(props: CustomerProps) {
  const { subject } = useSubject(props);
  const { environment, assignment } = subject;
  if (!assignment) return null;
  return (
    <StripRow icon={UserRound} name={assigneeTexts.label} tone="accent">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          <AssignmentFacts environment={environment} assignment={assignment} />
        </div>
        <span className="flex flex-wrap justify-end gap-1 print:hidden">
          <AssignButtons subject={subject} />
        </span>
      </div>
    </StripRow>
  );
}
