"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useRef } from "react";
import type { Member } from "./texts.ts";

const parameter = "change";

interface OpenForm {
  /** What the open form changes; undefined while none is open. */
  open: Member | undefined;
  /** The page's address with the form open, to come back to after signing in. */
  address: (member: Member) => string;
  show: (member: Member) => void;
  close: () => void;
  /** For going on to another page: Back from there comes to the page without the form. */
  leave: () => void;
}

/** Which form is open stands in the address (`?change=plan`), so that Back closes it and a reload keeps it. */
export function useOpenForm(): OpenForm {
  const pathname = usePathname();
  const params = useSearchParams();
  const given = params.get(parameter);
  const open = given === "plan" || given === "term" ? given : undefined;
  const opened = useRef(false);

  const addressWith = useCallback(
    (member: Member | undefined) => {
      const query = new URLSearchParams(window.location.search);
      if (member === undefined) query.delete(parameter);
      else query.set(parameter, member);
      const text = query.toString();
      return text === "" ? pathname : `${pathname}?${text}`;
    },
    [pathname],
  );
  const show = useCallback(
    (member: Member) => {
      opened.current = true;
      window.history.pushState(null, "", addressWith(member));
    },
    [addressWith],
  );
  const close = useCallback(() => {
    // A step of its own was added by opening it here: taken back, or Back would open the form again.
    if (opened.current) window.history.back();
    else window.history.replaceState(null, "", addressWith(undefined));
    opened.current = false;
  }, [addressWith]);
  const leave = useCallback(() => {
    window.history.replaceState(null, "", addressWith(undefined));
    opened.current = false;
  }, [addressWith]);
  return { open, address: addressWith, show, close, leave };
}
