"use client";

import { type ReactNode, useState } from "react";
import { useLastList } from "#components/customers/use-last-list.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { closePopover, Popover } from "#components/ui/dialog/popover.tsx";
import { ArrowLeftRight, Download, Ellipsis, Link2, Printer } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { CallsLink } from "#components/ui/record/calls-link.tsx";
import { CaseFileLink } from "#components/ui/record/case-file-link.tsx";
import { useCopying } from "#components/ui/record/copy-button.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { apiCallsTexts } from "#components/ui/status/call-texts.ts";
import { CustomerStateBadge, CustomerStatus } from "#components/ui/status/customer-state.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { CustomerState } from "#lib/contract/customers/customer-state.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { AuditLink } from "./audit-link.tsx";
import { CaseSummaryButton } from "./case-summary-button.tsx";
import { EraseItem } from "./history/erase-item.tsx";
import { detailTexts as texts } from "./texts.ts";

interface HeaderProps {
  environment: Environment;
  customerID: string;
  customer: Customer | undefined;
  /** The customer's state, derived from all data of the page. */
  state: CustomerState | undefined;
  /** True if the environment has no customer with this ID. The header then offers nothing that needs a customer. */
  isMissing: boolean;
  /** The customer's tags, and the button that pins the customer for the person. */
  marks: ReactNode;
  /** The buttons for changes. Only for people with the permission. */
  tools: ReactNode;
  /** The actions that a narrow screen shows in the menu instead of as buttons. */
  menuTools: ReactNode;
}

const EraseDialog = lazyPart(() => import("./history/erase-dialog.tsx").then((module) => module.EraseDialog));

const menuID = "customer-more";

interface MoreMenuProps extends Pick<HeaderProps, "environment" | "customerID" | "menuTools"> {
  companyName: string | undefined;
}

/** A menu with rarely used actions. */
function MoreMenu({ environment, customerID, companyName, menuTools }: MoreMenuProps) {
  const [isErasing, setIsErasing] = useState(false);
  const { button, copy, byHand } = useCopying(texts.link);
  return (
    <>
      <Button ref={button} popoverTarget={menuID} aria-label={texts.more} title={texts.more} className="w-9">
        <Ellipsis aria-hidden className="size-4 shrink-0" />
      </Button>
      <Popover id={menuID} align="end" className="w-60 p-1" aria-label={texts.more} role="group">
        <div className="flex flex-col">
          <div className="contents sm:hidden" onClickCapture={() => closePopover(menuID)}>
            {menuTools}
          </div>
          <Button
            variant="quiet"
            className="justify-start"
            onClick={() => {
              closePopover(menuID);
              void copy(new URL(pages.customer(environment, customerID), window.location.origin).href);
            }}
          >
            <Link2 aria-hidden className="size-4" />
            {texts.copyLink}
          </Button>
          <Button
            variant="quiet"
            className="justify-start"
            onClick={() => {
              closePopover(menuID);
              window.print();
            }}
          >
            <Printer aria-hidden className="size-4" />
            {texts.print}
          </Button>
          <CallsLink
            environment={environment}
            query={{ id: customerID }}
            icon={<ArrowLeftRight aria-hidden className="size-4" />}
            className={classNames(buttonClass("quiet"), "justify-start")}
          />
          <CaseFileLink
            environment={environment}
            onClick={() => closePopover(menuID)}
            className={classNames(buttonClass("quiet"), "justify-start")}
          >
            <Download aria-hidden className="size-4" />
            {apiCallsTexts.caseFile}
          </CaseFileLink>
          <AuditLink environment={environment} customerID={customerID} />
          <EraseItem
            onErase={() => {
              closePopover(menuID);
              setIsErasing(true);
            }}
          />
        </div>
      </Popover>
      {byHand}
      {isErasing && (
        <EraseDialog
          environment={environment}
          customerID={customerID}
          companyName={companyName}
          onClose={() => setIsErasing(false)}
        />
      )}
    </>
  );
}

/** The customer's name and state, a link back to the list, and the actions. */
export function CustomerHeader(props: HeaderProps) {
  const { environment, customerID, customer, state, isMissing, marks, tools, menuTools } = props;
  const lastList = useLastList(environment);
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3 max-sm:gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="print:hidden">
          <BackLink href={pages.customers(environment, lastList)}>{texts.customers}</BackLink>
        </p>
        <p className="hidden text-fine text-ink-muted wrap-anywhere print:block">
          {pages.customer(environment, customerID)}
        </p>
        <div className="flex flex-wrap items-center gap-x-3">
          <h1 className="flex flex-wrap items-center gap-x-3 font-semibold text-display">
            <bdi className={classNames("text-left wrap-anywhere", customer?.deleted && "text-ink-muted line-through")}>
              {customer ? customer.companyName || texts.noName : texts.title}
            </bdi>
            <CustomerStateBadge customer={customer} state={state} className="text-table" />
          </h1>
          {state === "active" && <CustomerStatus state={state} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-3">
          <EntityID id={customerID} copyLabel={texts.copyID} />
          <PageFreshness />
        </div>
        <div className="flex flex-wrap items-center">{marks}</div>
      </div>
      <div className="flex flex-wrap gap-2 sm:w-128 md:justify-end lg:pt-6 print:hidden">
        {tools}
        {!isMissing && <CaseSummaryButton environment={environment} customerID={customerID} />}
        <MoreMenu
          environment={environment}
          customerID={customerID}
          companyName={customer?.companyName}
          menuTools={menuTools}
        />
      </div>
    </header>
  );
}
