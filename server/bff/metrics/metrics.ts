import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import type { StoreCall } from "#server/bff/store/open-store.ts";
import type { MetricSources } from "./metric-sources.ts";

/** A request that this process has answered. */
export interface AnsweredRequest {
  method: string;
  /** The path in the route table, for example `/api/:environment/jobs`. Undefined if no route matches. */
  route: string | undefined;
  status: number;
  ms: number;
}

/** A page, or a part of a page, that this process has answered. */
export interface AnsweredPage {
  /** The path as sent, without its query. */
  path: string;
  status: number;
  ms: number;
}

/**
 * The metrics of this process for a monitoring system. Label values come from fixed sets, so no label contains an ID, a
 * name or an address.
 */
export interface Metrics {
  requestAnswered(request: AnsweredRequest): void;
  pageAnswered(page: AnsweredPage): void;
  callEnded(call: CallRecord): void;
  storeCalled(call: StoreCall): void;
  /** From this call on, the state of these sources is reported too. */
  observe(sources: MetricSources): void;
  /** All metrics, in Prometheus's text format. */
  render(): Promise<{ contentType: string; text: string }>;
}
