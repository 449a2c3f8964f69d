import type { Tool } from "#server/bff/assistants/tool.ts";
import { findCustomersTool } from "./find-customers.ts";
import { getCustomerTool } from "./get-customer.ts";
import {
  listAttentionTool,
  listContractValuesTool,
  listJobsTool,
  listOperationsTool,
  listPlannedTool,
} from "./list-records.ts";
import { getProposalTool, listProposalsTool, proposeTools } from "./proposals.ts";
import { whyEmptyTool } from "./why-empty.ts";
import { whyRefusedTool } from "./why-refused.ts";

/** All tools, in the order of the list. */
export const tools: readonly Tool[] = [
  findCustomersTool,
  getCustomerTool,
  listJobsTool,
  listOperationsTool,
  listAttentionTool,
  listPlannedTool,
  listContractValuesTool,
  whyEmptyTool,
  whyRefusedTool,
  listProposalsTool,
  getProposalTool,
  ...proposeTools,
];
