import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createKeyedQueue } from "#server/bff/core/queues/keyed-queue.ts";
import { operationAttention } from "./operation-attention.ts";
import type { OperationServices } from "./operation-services.ts";
import { createReconciler } from "./reconciler.ts";
import { operationRoutes } from "./routes.ts";
import { createVerifier } from "./verifier.ts";

interface OperationNeeds extends CoreServices, Pick<OperationServices, "operationKinds"> {}

/** The operations: records of all writes. This module sends, reconciles and verifies writes of every kind. */
export const operationsModule = {
  name: "operations",
  routes: operationRoutes,
  attention: [operationAttention],
  create(needs: OperationNeeds): MadeRoom<Pick<OperationServices, "writes" | "reconciler">> {
    const writes = createKeyedQueue();
    const reconciler = createReconciler(needs, needs.operationKinds);
    const verifier = createVerifier(needs, needs.operationKinds);
    // `end` waits until every sent write has the API's answer and this answer is stored. The API clients must not close
    // before that.
    return { services: { writes, reconciler }, workers: [reconciler, verifier], end: writes.idle };
  },
} satisfies RoomModule;
