import { buttonClass } from "#components/ui/button.tsx";
import { api } from "#lib/paths.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { type SsoFailure, SsoProblem } from "./sso-problem.tsx";
import { ssoTexts as texts } from "./sso-texts.ts";

/** Shown if a signed-in person could not confirm their identity at the single sign-on provider. */
export function NotConfirmed({ failure, returnTo }: { failure: SsoFailure; returnTo: string }) {
  return (
    <SignInFrame title={texts.confirmTitle}>
      <SsoProblem title={texts.notConfirmed} {...failure} />
      <div className="flex flex-wrap gap-2">
        <a href={api.ssoStart({ returnTo, stepUp: true })} className={buttonClass("primary")}>
          {texts.tryAgain}
        </a>
        <a href={returnTo} className={buttonClass()}>
          {texts.back}
        </a>
      </div>
    </SignInFrame>
  );
}
