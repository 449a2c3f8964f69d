import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import type { StoreCall } from "#server/bff/store/open-store.ts";
import type { MetricSources } from "./metric-sources.ts";

/** A request that this process has answered. */
export interface AnsweredRequest {
  method: string;
  /** The path of the route table, such as `/api/:environment/jobs`; undefined where no route has it. */
  route: string | undefined;
  status: number;
  ms: number;
}

/** A page, or a part of one, that this process has answered. */
export interface AnsweredPage {
  /** The path as it was sent, without its query. */
  path: string;
  status: number;
  ms: number;
}

/**
 * What a monitoring system reads of this process. No label ever holds an ID, a name or an address: their values come
 * from sets that are known beforehand.
 */
export interface Metrics {
  requestAnswered(request: AnsweredRequest): void;
  pageAnswered(page: AnsweredPage): void;
  callEnded(call: CallRecord): void;
  storeCalled(call: StoreCall): void;
  /** From now on the state of these is told too. */
  observe(sources: MetricSources): void;
  /** Everything, in Prometheus's text format. */
  render(): Promise<{ contentType: string; text: string }>;
}
