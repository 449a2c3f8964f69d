import { expect, test } from "vitest";
import { withFormFields } from "#server/bff/core/answers/field-messages.ts";

test.each([
  ["adminUser.email must be an email", "adminUser.email"],
  ["adminUser[email] is missing", "adminUser.email"],
  ["Email should not be empty", "adminUser.email"],
  ["the e-mail address is taken", "adminUser.email"],
  ["admin_user is required", "adminUser.email"],
  ["companyName should not be empty", "companyName"],
  ["The company name is too long", "companyName"],
  ["users_count must be an integer", "usersCount"],
  ["userCount must be an integer", "usersCount"],
  ["plan must be one of the following values: a, b", "plan"],
  ["Term not offered with this plan", "term"],
  ["adminUser.email is required on every plan except hardware-only plans", "adminUser.email"],
  ["planning is hard, in terminal cases", undefined],
  ["no", undefined],
])("the message %s belongs to the field %s", (message, field) => {
  expect(withFormFields([{ message }])).toEqual([field === undefined ? { message } : { message, field }]);
});

test.each([
  ["admin_user.email", "adminUser.email"],
  ["body.companyName", "companyName"],
  ["colour", "colour"],
])("the field that the API names beside the message has priority: %s", (given, field) => {
  expect(withFormFields([{ field: given, message: "the plan is wrong" }])).toEqual([
    { field, message: "the plan is wrong" },
  ]);
});
