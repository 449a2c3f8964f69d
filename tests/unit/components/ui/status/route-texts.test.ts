import { expect, test } from "vitest";
import { routeName } from "#components/ui/status/route-texts.ts";

test.each([
  ["GET /api/policy", "Policy"],
  ["PUT /api/policy/approvals", "Policy"],
  ["GET /api/:environment/operations/:operationID", "Operation"],
  ["POST /api/:environment/bulk/:bulkID/pause", "Bulk changes"],
  ["GET /api/policies", undefined],
])("the request %s belongs to %s", (route, name) => {
  expect(routeName(route)).toBe(name);
});
