import { getTwoStep } from "@/lib/accounts/queries";
import { messageDto } from "@/lib/accounts/schema";
import {
  ownPasswordBody,
  recoveryCodesDto,
  secondStepBody,
  twoStepDto,
  twoStepSecretDto,
} from "@/lib/accounts/sign-in/security-schema";
import { beginTwoStep, confirmTwoStep, endTwoStep } from "@/lib/accounts/sign-in/two-step-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Whether two-step sign-in is on",
      auth: "user",
      response: twoStepDto,
      shape: "fields",
    },
    ({ viewer }) => getTwoStep(viewer),
  ),
  POST: route(
    {
      summary: "Create a secret for an authenticator app",
      description: "Sign-ins need no code until PUT has received one.",
      auth: "user",
      body: ownPasswordBody,
      response: twoStepSecretDto,
      shape: "fields",
      status: 201,
    },
    ({ viewer, body }) => beginTwoStep(viewer, body.password),
  ),
  PUT: route(
    {
      summary: "Turn two-step sign-in on with a first code; the response has the recovery codes",
      auth: "user",
      body: secondStepBody,
      response: recoveryCodesDto,
      shape: "fields",
    },
    ({ viewer, body }) => confirmTwoStep(viewer, body.code),
  ),
  DELETE: route(
    {
      summary: "Turn two-step sign-in off",
      auth: "user",
      body: ownPasswordBody,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, body }) => endTwoStep(viewer, body.password),
  ),
});
