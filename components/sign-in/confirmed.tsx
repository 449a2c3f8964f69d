"use client";

import { useEffect } from "react";
import { announceConfirmed } from "#lib/session/confirmed-channel.ts";
import { ssoTexts as texts } from "./sso-texts.ts";

/** Informs the waiting tab, and closes this one if the browser allows it. */
export function Confirmed() {
  useEffect(() => {
    announceConfirmed();
    window.close();
  }, []);
  return <p>{texts.confirmed}</p>;
}
