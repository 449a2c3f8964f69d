"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Panel, ReadPanel } from "#components/ui/panel/panel.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { OwnFactors, Passkey } from "#lib/contract/console/factors.ts";
import { recoveryCodeCount } from "#lib/contract/values/access/factor-limits.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { ownFactorsQueryOptions } from "#lib/query/console/own-factors.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { hasPasskeys } from "#lib/session/passkeys.ts";
import { FactorDialog, type ShownDialog } from "./factor-dialog.tsx";
import { passkeyTexts, factorTexts as texts } from "./texts.ts";

function Row({ name, children, action }: { name: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="font-medium">{name}</h3>
        <div className="text-ink-muted text-table">{children}</div>
      </div>
      {action}
    </div>
  );
}

function PasskeyRow({ passkey, onShow }: { passkey: Passkey; onShow: (shown: ShownDialog) => void }) {
  const { name, createdAt, lastUsedAt, isSynced } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 ps-8 pe-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">
          <bdi>{name}</bdi>
          {isSynced && <span className="ms-2 rounded-small bg-sunken px-1.5 text-fine">{texts.synced}</span>}
        </p>
        <p className="text-ink-muted text-table">
          {texts.added} <Timestamp value={createdAt} detail="minute" />,{" "}
          {lastUsedAt === undefined ? (
            texts.neverUsed
          ) : (
            <>
              {texts.lastUsed} <Timestamp value={lastUsedAt} detail="minute" />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={texts.renameLabel(name)} onClick={() => onShow({ kind: "rename", passkey })}>
          {texts.rename}
        </Button>
        <Button
          size="small"
          aria-label={texts.removeLabel(name)}
          onClick={() => onShow({ kind: "remove-passkey", passkey })}
        >
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}

function Factors({ factors, onShow }: { factors: OwnFactors; onShow: (shown: ShownDialog) => void }) {
  const hydrated = useHydrated();
  const { totp, passkeys, recoveryCodes } = factors;
  const hasAny = totp !== undefined || passkeys.length > 0;
  const canAdd = !hydrated || hasPasskeys();
  return (
    <div className="divide-y divide-line">
      {!hasAny && <p className="px-4 py-3">{texts.none}</p>}
      <Row
        name={texts.app}
        action={
          totp ? (
            <Button
              size="small"
              aria-label={texts.removeLabel(texts.app)}
              onClick={() => onShow({ kind: "remove-app" })}
            >
              {texts.remove}
            </Button>
          ) : (
            <Button size="small" onClick={() => onShow({ kind: "app" })}>
              {texts.setUp}
            </Button>
          )
        }
      >
        {totp ? (
          <>
            {texts.since} <Timestamp value={totp.since} detail="minute" />
            {totp.lastUsedAt !== undefined && (
              <>
                , {texts.lastUsed} <Timestamp value={totp.lastUsedAt} detail="minute" />
              </>
            )}
          </>
        ) : (
          texts.appNone
        )}
      </Row>
      <div>
        <Row
          name={texts.passkeys}
          action={
            canAdd && (
              <Button size="small" onClick={() => onShow({ kind: "passkey" })}>
                {texts.addPasskey}
              </Button>
            )
          }
        >
          {canAdd ? texts.passkeysNone : passkeyTexts.unsupported}
        </Row>
        {passkeys.length > 0 && (
          <ul className="pb-2">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkeyID} passkey={passkey} onShow={onShow} />
            ))}
          </ul>
        )}
      </div>
      {hasAny && (
        <Row
          name={texts.recovery}
          action={
            <Button size="small" onClick={() => onShow({ kind: "codes" })}>
              {texts.makeCodes}
            </Button>
          }
        >
          {texts.recoveryLeft(formatCount(recoveryCodes.remaining), formatCount(recoveryCodeCount))}
        </Row>
      )}
    </div>
  );
}

/** The person's second factors. The person can add, rename and remove factors. */
export function FactorsPanel() {
  const router = useRouter();
  const { provider } = useSession();
  const reading = useQuery({ ...ownFactorsQueryOptions(), ...keepPageData });
  const [shown, setShown] = useState<ShownDialog>();
  if (provider !== undefined) {
    return (
      <Panel title={texts.title}>
        <p className="px-4 py-3">{texts.bySso(texts.ssoProvider)}</p>
      </Panel>
    );
  }
  const done = () => {
    setShown(undefined);
    void reading.refetch();
    // The server must render this page again, because the session had no second factor when the page was rendered.
    router.refresh();
  };
  return (
    <>
      <ReadPanel
        title={texts.title}
        reading={reading}
        signInHref={pages.signIn(pages.account())}
        skeleton={<p className="min-h-40 px-4 py-3 text-ink-muted">{texts.loading}</p>}
      >
        {(factors) => <Factors factors={factors} onShow={setShown} />}
      </ReadPanel>
      {shown && <FactorDialog shown={shown} onClose={() => setShown(undefined)} onDone={done} />}
    </>
  );
}
