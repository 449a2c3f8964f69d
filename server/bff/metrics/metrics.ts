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

/** An answered request for a page or a part of a page. */
export interface AnsweredPage {
  /** The path of the request, without its query. */
  path: string;
  status: number;
  ms: number;
}

/**
 * The metrics of this process for a monitoring system. The values of labels come from fixed sets. So no label contains
 * an ID, a name or an address.
 */
export interface Metrics {
  requestAnswered(request: AnsweredRequest): void;
  pageAnswered(page: AnsweredPage): void;
  callEnded(call: CallRecord): void;
  storeCalled(call: StoreCall): void;
  /** Adds the sources whose state is then also reported. */
  observe(sources: MetricSources): void;
  /** All metrics in the text format of Prometheus. */
  render(): Promise<{ contentType: string; text: string }>;
}
