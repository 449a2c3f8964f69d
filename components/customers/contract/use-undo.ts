"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { type Undo, undoOfChange } from "#lib/operation-kinds/undo.ts";
import { operationQueryOptions } from "#lib/query/operations/operations.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { undoTexts as texts } from "./texts.ts";

interface AskedUndo {
  undo?: Undo | undefined;
  /** The reason why the change cannot be undone. */
  refusal?: string | undefined;
}

/** The undo that the URL requests, with the stored operation that it undoes. */
export function useUndo(environment: Environment, customerID: string, operationID: string | undefined): AskedUndo {
  const { data, error } = useQuery({
    ...operationQueryOptions(environment, operationID ?? ""),
    enabled: operationID !== undefined,
  });
  if (operationID === undefined) return {};
  if (!data) return error ? { refusal: texts.unread(shownProblem(error).detail) } : {};
  const { operation } = data;
  const undo = idKey(operation.customerID ?? "") === idKey(customerID) ? undoOfChange(operation) : undefined;
  return undo ? { undo } : { refusal: texts.impossible };
}
