"use client";

import Link from "next/link";
import { buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { ScrollText } from "#components/ui/icon/icons.tsx";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { auditViewParams } from "#lib/url-state/audit-view.ts";
import { detailTexts as texts } from "./texts.ts";

/** Links to the customer's events in the audit log. Only for people who may read the log. */
export function AuditLink({ environment, customerID }: { environment: Environment; customerID: string }) {
  const { staff } = useSession();
  if (!may(staff.role, "audit.read")) return null;
  return (
    <Link
      href={pages.audit(auditViewParams({ environment, customer: customerID }))}
      className={classNames(buttonClass("quiet"), "justify-start")}
    >
      <ScrollText aria-hidden className="size-4" />
      {texts.audit}
    </Link>
  );
}
