"use client";

import { usePathname } from "next/navigation";
import { useCallback } from "react";
import { formParameters } from "#lib/operation-kinds/undo.ts";
import { pageAddress } from "#lib/url-state/page-address.ts";
import { usePageQuery } from "#lib/url-state/page-query.tsx";
import { maxValueLength } from "./draft.ts";
import type { Member } from "./texts.ts";

/**
 * The page's URL when a form was last opened. The value is shared by all components, because several buttons open a
 * form and one dialog closes it.
 */
let openedAddress: string | undefined;

interface OpenForm {
  /** The member that the open form changes. Undefined if no form is open. */
  open: Member | undefined;
  /** The value that the link to the form has filled in, until `onFilled` is called. */
  value: string | undefined;
  /** Removes the filled value from the URL. From then on, the draft contains the value and the person's changes. */
  onFilled: () => void;
  /** The ID of the operation that the open form will undo. */
  undoOf: string | undefined;
  /** The page's URL with the form open. Used to return to the form after a sign-in. */
  address: (member: Member) => string;
  show: (member: Member) => void;
  close: () => void;
  /** Call this before the person goes to another page. Back then opens this page without the form. */
  leave: () => void;
}

/** Stores in the URL which form is open (`?change=plan`). So Back closes the form, and a reload opens it again. */
export function useOpenForm(): OpenForm {
  const pathname = usePathname();
  const params = new URLSearchParams(usePageQuery());
  const formName = params.get(formParameters.member);
  const open = formName === "plan" || formName === "term" ? formName : undefined;

  const addressWith = useCallback(
    (member: Member | undefined) => {
      const query = pageAddress.query();
      if (member === undefined) for (const name of [formParameters.undoOf, formParameters.value]) query.delete(name);
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
    // Opening the form added a history entry. Going back removes it. Otherwise the person's next Back would open the
    // form again.
    if (openedAddress === pageAddress.current()) window.history.back();
    else pageAddress.replace(addressWith(undefined));
    openedAddress = undefined;
  }, [addressWith]);
  const leave = useCallback(() => {
    pageAddress.replace(addressWith(undefined));
    openedAddress = undefined;
  }, [addressWith]);
  const onFilled = useCallback(() => {
    const query = pageAddress.query();
    query.delete(formParameters.value);
    pageAddress.replace(`${pathname}?${query}`);
  }, [pathname]);
  return {
    open,
    value: open && (params.get(formParameters.value)?.slice(0, maxValueLength) || undefined),
    onFilled,
    undoOf: open && (params.get(formParameters.undoOf) ?? undefined),
    address: addressWith,
    show,
    close,
    leave,
  };
}
