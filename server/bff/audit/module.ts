import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { StoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { AuditKeys } from "#server/bff/store/audit/audit-keys.ts";
import { type AuditPush, createAuditPush } from "./audit-push.ts";
import { type AuditSeal, createAuditSeal } from "./audit-seal.ts";
import { createRetention } from "./retention.ts";
import { auditRoutes } from "./routes.ts";

interface AuditNeeds extends StoreServices {
  env: Pick<ConsoleEnv, "auditPush" | "lostAuditKeyID" | "retentionDays">;
  auditKeys: AuditKeys | null;
  replicaID: string;
  random: () => number;
}

/** The audit log: its seal, its push to a receiver, and the removal of old events. */
export const auditModule = {
  name: "audit",
  routes: auditRoutes,
  async create(needs: AuditNeeds): Promise<MadeRoom<{ sealAudit: AuditSeal; auditPush: AuditPush | null }>> {
    const { env, auditKeys } = needs;
    const sealAudit = createAuditSeal(needs, auditKeys, env.lostAuditKeyID);
    await sealAudit.begin();
    const auditPush = env.auditPush && createAuditPush(needs, env.auditPush);
    const retention = createRetention(needs, env.retentionDays, auditPush !== null);
    return {
      services: { sealAudit, auditPush },
      workers: retention ? [retention] : [],
      lastWorkers: auditPush ? [auditPush] : [],
    };
  },
} satisfies RoomModule;
