import Link from "next/link";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import { customerNameTexts as texts } from "./customer-name-texts.ts";

interface CustomerNameProps {
  environment: Environment;
  /**
   * The customer's ID. Undefined if the record has no customer, such as a creation that has not created its customer
   * yet.
   */
  customerID: string | undefined;
  /** The customer's name. Undefined if Switchboard does not know it. */
  companyName: string | undefined;
  /** True to show the short ID beside the name. The rows of lists show the ID only in their menus. */
  hasID?: boolean;
  /** The query of the link, such as the number by which the person finds the customer. */
  query?: URLSearchParams;
}

/** The customer of a record: the name as a link to the customer's page. Without a known name, the ID is the link. */
export function CustomerName({ environment, customerID, companyName, hasID = false, query }: CustomerNameProps) {
  if (customerID === undefined) {
    if (!companyName) return null;
    return (
      <bdi title={companyName} className="cards:wrap-anywhere">
        {companyName}
      </bdi>
    );
  }
  const href = pages.customer(environment, customerID, query);
  if (!companyName) return <EntityID id={customerID} href={href} copyLabel={texts.copyID} />;
  const name = (
    <Link
      href={href}
      prefetch={false}
      title={companyName}
      className="min-w-0 text-accent hover:underline cards:py-1 cards:wrap-anywhere wide:truncate"
    >
      <bdi>{companyName}</bdi>
    </Link>
  );
  if (!hasID) return name;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-x-1.5 cards:flex-wrap">
      {name}
      <span className="inline-flex shrink-0 items-center gap-0.5 text-ink-muted">
        <span title={customerID} className="font-mono text-fine">
          {shortenMiddle(customerID)}
        </span>
        <CopyButton text={customerID} label={texts.copyID} />
      </span>
    </span>
  );
}
