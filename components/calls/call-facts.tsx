"use client";

import Link from "next/link";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Check, Copy } from "#components/ui/icon/icons.tsx";
import { useCopying } from "#components/ui/record/copy-button.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { useSession } from "#components/ui/session.tsx";
import { outcomeName } from "#components/ui/status/call-texts.ts";
import { panelNames } from "#components/ui/status/route-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Call } from "#lib/contract/calls/call.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatBytes, formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { auditViewParams } from "#lib/url-state/audit-view.ts";
import { callsViewParams } from "#lib/url-state/calls-view.ts";
import { curlOf } from "./curl.ts";
import { kindNames, callTexts as texts } from "./texts.ts";

/** The URL of the page for an ID in a call's path. Undefined if the console has no such page. */
function hrefOf(environment: Environment, name: string, id: string): string | undefined {
  if (name === "customerID") return pages.customer(environment, id);
  return name === "jobID" ? pages.job(environment, id) : undefined;
}

/** Copies a call as a curl command, without the token. */
export function CopyCurl({ call, address }: { call: Call; address: string }) {
  const { button, copied, copy, byHand } = useCopying(texts.copyCurl);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button ref={button} size="small" onClick={() => void copy(curlOf(call, address))}>
        <Icon aria-hidden className={copied ? "size-3.5 text-positive" : "size-3.5"} />
        {texts.copyCurl}
      </Button>
      {byHand}
    </>
  );
}

/** What caused the call: a page, a request of a page, or background work. */
export function CauseName({ cause }: Pick<Call, "cause">) {
  const { kind, name, route } = cause;
  if (kind === "worker") return texts.workers[name] ?? name;
  if (kind === "route") return panelNames[name] ?? <span className="font-mono text-fine">{name}</span>;
  return (
    <>
      <Link href={name} prefetch={false} className="font-mono text-accent text-fine wrap-anywhere hover:underline">
        <bdi>{name}</bdi>
      </Link>
      {route !== undefined && panelNames[route] !== undefined && ` · ${panelNames[route]}`}
    </>
  );
}

function Body({ name, text }: { name: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <FactRow name={name} className="col-span-full">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this element
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-small bg-sunken p-2 text-fine whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </FactRow>
  );
}

/** All facts about a call, with links to related pages. */
export function CallFacts({ call, address, className }: { call: Call; address: string; className?: string }) {
  const locale = useNumberLocale();
  const { staff } = useSession();
  const { environment, attempt, retryOf, reason, breaker, tokenAgeSeconds, upstreamRequestID, requestID } = call;
  const ms = (value: number) => texts.ms(formatCount(value, locale));
  return (
    <div>
      <Facts isDense {...(className && { className })}>
        <FactRow name={texts.kind}>{kindNames[call.kind]}</FactRow>
        <FactRow name={texts.at}>
          <Timestamp value={call.at} detail="clock" />
        </FactRow>
        <FactRow name={texts.wait}>{ms(call.waitMs)}</FactRow>
        <FactRow name={texts.firstByte}>{call.firstByteMs !== undefined && ms(call.firstByteMs)}</FactRow>
        <FactRow name={texts.duration}>{call.sent && ms(call.ms)}</FactRow>
        <FactRow name={texts.size}>{call.sent && formatBytes(call.bytes, locale)}</FactRow>
        <FactRow name={texts.attempt}>{attempt > 0 && formatCount(attempt, locale)}</FactRow>
        <FactRow name={texts.repeats}>
          {retryOf !== undefined && (
            <>
              <span className="font-mono text-fine">{retryOf}</span>
              {reason !== undefined && ` ${texts.because} ${outcomeName(reason)}`}
            </>
          )}
        </FactRow>
        <FactRow name={texts.breaker}>{breaker && texts.breakerStates[breaker]}</FactRow>
        <FactRow name={texts.tokenAge}>
          {tokenAgeSeconds !== undefined && texts.seconds(formatCount(tokenAgeSeconds, locale))}
        </FactRow>
        <FactRow name={texts.person}>
          {call.cause.who !== undefined && <PersonName email={call.cause.who} name={call.cause.personName} hasEmail />}
        </FactRow>
        <FactRow name={texts.cause} className="col-span-2">
          <CauseName cause={call.cause} />
        </FactRow>
        {Object.entries(call.parameters ?? {}).map(([name, id]) => (
          <FactRow key={name} name={name} className="col-span-2">
            <EntityID id={id} copyLabel={texts.copyID(name)} href={hrefOf(environment, name, id)} />
          </FactRow>
        ))}
        <FactRow name={texts.operation} className="col-span-2">
          {call.operationID !== undefined && (
            <EntityID
              id={call.operationID}
              copyLabel={texts.copyOperationID}
              href={pages.operation(environment, call.operationID)}
            />
          )}
        </FactRow>
        <FactRow name={texts.callID} className="col-span-2">
          <EntityID id={call.callID} copyLabel={texts.copyCallID} whole />
        </FactRow>
        <FactRow name={texts.requestID} className="col-span-2">
          <EntityID id={requestID} copyLabel={texts.copyRequestID} />
        </FactRow>
        <FactRow name={texts.upstreamRequestID} className="col-span-2">
          {upstreamRequestID === requestID
            ? texts.sameID
            : upstreamRequestID && <EntityID id={upstreamRequestID} copyLabel={texts.copyUpstreamRequestID} />}
        </FactRow>
        <FactRow name={texts.query} className="col-span-full">
          {call.query && <bdi className="font-mono text-fine">{call.query}</bdi>}
        </FactRow>
        <Body name={texts.sentBody} text={call.bodies?.request} />
        <Body name={texts.receivedBody} text={call.bodies?.response} />
      </Facts>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-3 text-table">
        <CopyCurl call={call} address={address} />
        <Link
          href={pages.calls(environment, callsViewParams({ requestIDs: [requestID] }))}
          prefetch={false}
          className="text-accent hover:underline"
        >
          {texts.sameRequest}
        </Link>
        {may(staff.role, "audit.read") && (
          <Link
            href={pages.audit(auditViewParams({ text: requestID }))}
            prefetch={false}
            className="text-accent hover:underline"
          >
            {texts.audit}
          </Link>
        )}
      </div>
    </div>
  );
}
