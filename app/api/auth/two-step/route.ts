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
      summary: "Whether a code is asked for after the password",
      auth: "user",
      response: twoStepDto,
      shape: "fields",
    },
    ({ viewer }) => getTwoStep(viewer),
  ),
  POST: route(
    {
      summary: "Make a secret for an authenticator app",
      description: "Nothing is asked for until PUT was sent a code of it.",
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
      summary: "Turn two-step sign-in on with a first code; the answer tells the recovery codes",
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
