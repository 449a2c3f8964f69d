"use client";

import { useEffect } from "react";
import { announceConfirmed } from "#lib/session/confirmed-channel.ts";
import { ssoTexts as texts } from "./sso-texts.ts";

/** Tells the waiting tab that the person has confirmed their identity. Closes this tab if the browser allows it. */
export function Confirmed() {
  useEffect(() => {
    announceConfirmed();
    window.close();
  }, []);
  return <p>{texts.confirmed}</p>;
}
