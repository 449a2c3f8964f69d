import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";

export interface NoteServices extends CustomerServices, OperationServices {}
