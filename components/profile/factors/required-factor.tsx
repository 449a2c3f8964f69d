"use client";

import { Button, buttonClass } from "#components/ui/button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { api } from "#lib/paths.ts";
import { signOut } from "#lib/query/console/session.ts";
import { FactorsPanel } from "./factors-panel.tsx";
import { requiredTexts as texts } from "./texts.ts";

/** What a person sees who may do nothing else before they have a second factor; the page leads on once they have one. */
export function RequiredFactor({ returnTo, provider }: { returnTo: string; provider: string | undefined }) {
  const { provider: name } = useSession();
  return (
    <>
      <p>{name === undefined ? texts.why : texts.bySso(provider ?? texts.anyProvider)}</p>
      {name === undefined && <FactorsPanel />}
      <div className="flex flex-wrap gap-2">
        {name !== undefined && (
          <a href={api.ssoStart({ provider: name, returnTo })} className={buttonClass("primary")}>
            {texts.signInAgain}
          </a>
        )}
        <Button onClick={() => void signOut()}>{texts.signOut}</Button>
      </div>
    </>
  );
}
