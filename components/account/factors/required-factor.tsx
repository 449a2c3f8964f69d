"use client";

import { Button, buttonClass } from "#components/ui/button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { api } from "#lib/paths.ts";
import { signOut } from "#lib/query/console/session.ts";
import { FactorsPanel } from "./factors-panel.tsx";
import { requiredTexts as texts } from "./texts.ts";

/**
 * The page of a person who must set up a second factor first. After the setup, opens the page that the person
 * requested.
 */
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
