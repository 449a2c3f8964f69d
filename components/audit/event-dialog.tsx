"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { CallsLink } from "#components/ui/record/calls-link.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Timestamp, ZoneName } from "#components/ui/time/timestamp.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { AuditEvent } from "#lib/contract/access/audit.ts";
import { customerOfEvent } from "#lib/contract/values/access/audit-customer.ts";
import { pages } from "#lib/paths.ts";
import { auditEventQueryOptions } from "#lib/query/console/audit.ts";
import { auditViewParams } from "#lib/url-state/audit-view.ts";
import { type AuditNames, AuditOutcome, actorName, targetHref, targetName, useAuditNames } from "./columns.tsx";
import { Differences } from "./differences.tsx";
import { actionName, targetNames, eventTexts as texts } from "./texts.ts";

function Details({ event, names }: { event: AuditEvent; names: AuditNames }) {
  const { actor, target, environment, at } = event;
  const href = targetHref(event);
  const name = targetName(event, names);
  return (
    <>
      <Facts className="px-0! pt-0!">
        <FactRow name={texts.at}>
          <Timestamp value={at} detail="minute" /> <ZoneName />
        </FactRow>
        <FactRow name={texts.utc}>{at}</FactRow>
        <FactRow name={texts.result}>
          <AuditOutcome event={event} isWhole />
        </FactRow>
        <FactRow name={texts.who}>
          <PersonName name={actorName(event, names)} email={actor.email ?? actorName(event, names)} hasEmail />
        </FactRow>
        <FactRow name={texts.role}>{actor.role}</FactRow>
        <FactRow name={texts.environment}>{environment && <EnvironmentBadge environment={environment} />}</FactRow>
        <FactRow name={texts.target}>
          {target && (
            <>
              {targetNames[target.kind] ?? target.kind} {name !== undefined && <bdi>{name} </bdi>}
              <EntityID id={target.id} copyLabel={target.id} {...(href !== undefined && { href })} />
            </>
          )}
        </FactRow>
        <FactRow name={texts.ticket}>{event.ticket}</FactRow>
        <FactRow name={texts.address}>{event.address}</FactRow>
        <FactRow name={texts.requestID}>
          {event.requestID}
          {event.requestID !== undefined && environment !== undefined && (
            <>
              {" "}
              <CallsLink
                environment={environment}
                query={{ requestID: event.requestID }}
                className="text-accent underline underline-offset-2"
              />
            </>
          )}
        </FactRow>
        <FactRow name={texts.browser} className="col-span-full">
          {event.userAgent}
        </FactRow>
        <FactRow name={texts.hash} className="col-span-full">
          <span className="font-mono text-fine">{event.hash}</span>
        </FactRow>
        <FactRow name={texts.key}>{event.keyID ?? texts.withoutKey}</FactRow>
      </Facts>
      <Differences before={event.before} after={event.after} names={names.people} />
    </>
  );
}

interface EventDialogProps {
  sequence: number;
  /** The event, if the visible list contains it. */
  listed: AuditEvent | undefined;
  /** The names for the events of the visible list. */
  listedNames: AuditNames;
  onClose: () => void;
}

/** All facts about one event, and links to related events. */
export function EventDialog({ sequence, listed, listedNames, onClose }: EventDialogProps) {
  const reading = useQuery({ ...auditEventQueryOptions(sequence), enabled: listed === undefined });
  const event = listed ?? reading.data?.event;
  const ownNames = useAuditNames(reading.data);
  const customer = event && customerOfEvent(event);
  return (
    <Dialog
      title={event ? (actionName(event) ?? event.action) : texts.title(sequence)}
      detail={event && texts.title(sequence)}
      className="max-w-3xl!"
      onClose={onClose}
      actions={
        <>
          <Button {...firstFocusProps} onClick={onClose}>
            {texts.close}
          </Button>
          {event?.actor.id !== undefined && (
            <Link href={pages.audit(auditViewParams({ actors: [event.actor.id] }))} className={buttonClass()}>
              {texts.byPerson}
            </Link>
          )}
          {customer !== undefined && (
            <Link href={pages.audit(auditViewParams({ customer }))} className={buttonClass()}>
              {texts.byCustomer}
            </Link>
          )}
        </>
      }
    >
      {event ? (
        <Details event={event} names={listed ? listedNames : ownNames} />
      ) : (
        <p role="status">{reading.isPending ? texts.loading : texts.gone}</p>
      )}
    </Dialog>
  );
}
