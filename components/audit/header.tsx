"use client";

import { Button, buttonClass, IconButton } from "#components/ui/button.tsx";
import { closePopover, Popover } from "#components/ui/dialog/popover.tsx";
import { Download, Ellipsis, ShieldCheck } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import type { AuditFormat } from "#lib/contract/access/audit-requests.ts";
import { api } from "#lib/paths.ts";
import { type AuditView, auditFilterParams } from "#lib/url-state/audit-view.ts";
import { auditTexts as texts, verificationTexts } from "./texts.ts";
import { useAuditView } from "./use-audit-view.ts";
import { useVerification } from "./use-verification.ts";

/** Loads when a person starts the verification. */
const VerificationResult = lazyPart(() => import("./verification.tsx").then((module) => module.VerificationResult));

const menuID = "audit-actions";

function ExportLink({ view, format, label }: { view: AuditView; format: AuditFormat; label: string }) {
  const query = auditFilterParams(view);
  query.set("format", format);
  return (
    <a href={api.auditExport(query)} download className={`${buttonClass("quiet")} justify-start!`}>
      <Download aria-hidden className="size-4" />
      {label}
    </a>
  );
}

/** The title of the audit page and its actions. A narrow screen shows the actions in a menu. */
export function AuditHeader() {
  const [view] = useAuditView();
  const { state, verify } = useVerification();
  const actions = (
    <>
      <Button
        variant="quiet"
        className="justify-start"
        onClick={verify}
        disabled={state?.step === "running"}
        {...loadsOnIntent(VerificationResult)}
      >
        <ShieldCheck aria-hidden className="size-4" />
        {verificationTexts.start}
      </Button>
      <ExportLink view={view} format="csv" label={texts.exportCsv} />
      <ExportLink view={view} format="ndjson" label={texts.exportNdjson} />
    </>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        note={texts.intro}
        actions={
          <>
            <div className="contents max-md:hidden">{actions}</div>
            <IconButton label={texts.moreActions} popoverTarget={menuID} className="md:hidden">
              <Ellipsis aria-hidden className="size-4" />
            </IconButton>
            <Popover id={menuID} align="end" className="p-1" onClick={() => closePopover(menuID)}>
              <div className="flex flex-col">{actions}</div>
            </Popover>
          </>
        }
      />
      <div role="status" className="text-table empty:hidden">
        {state && <VerificationResult state={state} />}
      </div>
    </>
  );
}
