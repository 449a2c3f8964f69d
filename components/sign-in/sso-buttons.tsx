import { buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { LogIn } from "#components/ui/icon/icons.tsx";
import type { SsoProviderChoice } from "#lib/contract/access/sso.ts";
import { api } from "#lib/paths.ts";
import { ssoTexts as texts } from "./sso-texts.ts";

/** A link for each provider. Plain links, because they lead to another site and must work without scripts. */
export function SsoButtons({ providers, returnTo }: { providers: readonly SsoProviderChoice[]; returnTo: string }) {
  return (
    <ul className="flex flex-col gap-2">
      {providers.map(({ name, label }, index) => (
        <li key={name}>
          <a
            href={api.ssoStart({ provider: name, returnTo })}
            className={classNames(buttonClass(index === 0 ? "primary" : "secondary"), "w-full")}
          >
            <LogIn aria-hidden className="size-4" />
            <span className="truncate">{texts.button(label)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
