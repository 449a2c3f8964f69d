import type { SsoProviders } from "#server/bff/access/sso/providers.ts";
import type { TicketRules } from "#server/bff/config/ticket-rules.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

export interface PolicyServices extends CoreServices {
  ssoProviders: SsoProviders;
  ticketRules: TicketRules;
}
