"use client";

import Link from "next/link";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { api } from "#lib/paths.ts";
import { signOut } from "#lib/query/console/session.ts";
import { FactorsPanel } from "./factors-panel.tsx";
import { requiredTexts as texts } from "./texts.ts";

/**
 * The page on which a person sets up a second factor, even if the factor is not required yet. After the setup, the page
 * that the person had requested opens.
 */
export function RequiredFactor({ returnTo, provider }: { returnTo: string; provider: string | undefined }) {
  const { provider: name, factorRequired } = useSession();
  return (
    <>
      <p>
        {name !== undefined ? texts.bySso(provider ?? texts.anyProvider) : factorRequired ? texts.why : texts.before}
      </p>
      {name === undefined && <FactorsPanel />}
      <div className="flex flex-wrap gap-2">
        {name !== undefined && (
          <a href={api.ssoStart({ provider: name, returnTo })} className={buttonClass("primary")}>
            {texts.signInAgain}
          </a>
        )}
        {factorRequired ? (
          <Button onClick={() => void signOut()}>{texts.signOut}</Button>
        ) : (
          <Link href={returnTo} prefetch={false} className={buttonClass()}>
            {texts.back}
          </Link>
        )}
      </div>
    </>
  );
}
