"use client";

import { useEffect } from "react";
import { announceConfirmed } from "#lib/session/confirmed-channel.ts";
import { ssoTexts as texts } from "./sso-texts.ts";

/** Tells the tab that waits, and closes this one where the browser lets it. */
export function Confirmed() {
  useEffect(() => {
    announceConfirmed();
    window.close();
  }, []);
  return <p>{texts.confirmed}</p>;
}
