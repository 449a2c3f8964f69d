"use client";

import { usePathname } from "next/navigation";
import { useCallback } from "react";
import { formParameters } from "#lib/operation-kinds/undo.ts";
import { pageAddress } from "#lib/url-state/page-address.ts";
import { usePageQuery } from "#lib/url-state/page-query.tsx";
import type { Member } from "./texts.ts";

/**
 * The page's URL when a form was opened in this document. The value is shared, because several buttons open a form and
 * one dialog closes the form.
 */
let openedAddress: string | undefined;

interface OpenForm {
  /** The member that the open form changes; undefined while no form is open. */
  open: Member | undefined;
  /** The ID of the change that the open form is to undo. */
  undoOf: string | undefined;
  /** The page's URL with the form open, to return to after signing in. */
  address: (member: Member) => string;
  show: (member: Member) => void;
  close: () => void;
  /** Call this before leaving for another page. After that, Back returns to the page without the form. */
  leave: () => void;
}

/** The URL says which form is open (`?change=plan`), so that Back closes the form and a reload keeps it. */
export function useOpenForm(): OpenForm {
  const pathname = usePathname();
  const params = new URLSearchParams(usePageQuery());
  const formName = params.get(formParameters.member);
  const open = formName === "plan" || formName === "term" ? formName : undefined;

  const addressWith = useCallback(
    (member: Member | undefined) => {
      const query = pageAddress.query();
      if (member === undefined) query.delete(formParameters.undoOf);
      if (member === undefined) query.delete(formParameters.member);
      else query.set(formParameters.member, member);
      const text = query.toString();
      return text === "" ? pathname : `${pathname}?${text}`;
    },
    [pathname],
  );
  const show = useCallback(
    (member: Member) => {
      openedAddress = addressWith(member);
      pageAddress.push(openedAddress);
    },
    [addressWith],
  );
  const close = useCallback(() => {
    // Opening the form added a history entry. Without `back()`, Back would open the form again.
    if (openedAddress === pageAddress.current()) window.history.back();
    else pageAddress.replace(addressWith(undefined));
    openedAddress = undefined;
  }, [addressWith]);
  const leave = useCallback(() => {
    pageAddress.replace(addressWith(undefined));
    openedAddress = undefined;
  }, [addressWith]);
  return {
    open,
    undoOf: open && (params.get(formParameters.undoOf) ?? undefined),
    address: addressWith,
    show,
    close,
    leave,
  };
}
