import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import { consoleActor } from "#server/bff/store/planned/claim-step.ts";
import type { ConsoleHealthServices } from "./console-health-services.ts";

/** Items for everything that a restore has stopped and that no administrator has restarted. */
export function restoreAttention(
  services: Pick<ConsoleHealthServices, "store" | "clients" | "auditPush" | "notifications" | "exportPush">,
): AttentionSource {
  return {
    name: "restore",
    kinds: ["restored"],
    async list({ environment }) {
      const items: OpenItem[] = [];
      const { freezes } = await services.store.freezes.read(environment);
      const freeze = freezes.find(
        ({ createdBy, released }) => createdBy.staffID === consoleActor.staffID && released === null,
      );
      if (freeze) {
        const since = new Date(freeze.startsAt).toISOString();
        const href = pages.planned(environment);
        const title = "Planned changes are frozen since the restore";
        items.push({ kind: "restored", id: "planned", environment, title, since, href, cause: since });
      }
      // Outboxes do not belong to an environment, so their items are listed with the first environment only.
      const [first] = services.clients.keys();
      if (environment !== first) return { items };
      const outboxes = [
        { id: "audit-push", title: "The audit push is stopped since the restore", state: services.auditPush?.state() },
        {
          id: "notifications",
          title: "Notifications are stopped since the restore",
          state: services.notifications.state(),
        },
        {
          id: "exports",
          title: "Sending of scheduled exports is stopped since the restore",
          state: services.exportPush?.state(),
        },
      ];
      for (const { id, title, state } of outboxes) {
        const since = (await state)?.stoppedAt;
        if (since === undefined) continue;
        items.push({ kind: "restored", id, environment, title, since, href: pages.consoleHealth(), cause: since });
      }
      return { items };
    },
  };
}
