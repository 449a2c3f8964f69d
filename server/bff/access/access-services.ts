import type { ClientServices } from "./clients/client-services.ts";
import type { PolicyServices } from "./policy/policy-services.ts";
import type { SessionServices } from "./sessions/session-services.ts";
import type { SignInServices } from "./sign-in/sign-in-services.ts";
import type { SsoServices } from "./sso/sso-services.ts";
import type { StaffServices } from "./staff/staff-services.ts";

export type AccessServices = SessionServices &
  SignInServices &
  SsoServices &
  StaffServices &
  PolicyServices &
  ClientServices;
