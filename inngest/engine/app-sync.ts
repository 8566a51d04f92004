import { RegistrationError } from "./definition";
import { HttpRequestError, type HttpResponse, sendRequest } from "./http-request";
import { type Logger, reasonOf } from "./log";
import { headers, inBandSyncBody } from "./protocol";
import { registerApp } from "./registry";
import { canonicalJson, sign, verify } from "./signature";
import type { Database } from "./store/database";

const TIMEOUT_MS = 60_000;

export interface AppSyncSettings {
  appUrl: string;
  signingKey: string;
  /** Milliseconds between two syncs of an app that answers. */
  intervalMs: number;
  /** Milliseconds between two tries while the app does not answer. */
  retryMs: number;
}

/**
 * Keeps the registration of one app current: sends the app a signed `PUT` until it succeeds, then
 * at intervals, and immediately after an outage of the app.
 */
export class AppSync {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | null = null;
  private stopped = false;
  private lastProblem = "";
  private synced = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly settings: AppSyncSettings,
  ) {}

  start(): void {
    this.plan(0);
  }

  /** After an outage the app may have other functions. */
  nudge(): void {
    if (this.synced) this.plan(this.settings.retryMs);
    this.synced = false;
  }

  private plan(delayMs: number): void {
    if (this.stopped || this.current) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.current = this.sync().finally(() => {
        this.current = null;
        this.plan(this.synced ? this.settings.intervalMs : this.settings.retryMs);
      });
    }, delayMs);
  }

  private async sync(): Promise<void> {
    try {
      const modified = await this.askApp();
      if (!this.synced || modified)
        this.log.info("The app is synced", { url: this.settings.appUrl, modified });
      this.synced = true;
      this.lastProblem = "";
    } catch (error) {
      this.synced = false;
      const problem = reasonOf(error);
      if (problem !== this.lastProblem) {
        const level = error instanceof HttpRequestError ? "info" : "error";
        this.log[level]("The app is not synced yet", { url: this.settings.appUrl, problem });
      }
      this.lastProblem = problem;
    }
  }

  private async askApp(): Promise<boolean> {
    const { appUrl, signingKey } = this.settings;
    const body = canonicalJson({ url: appUrl });
    const response = await sendRequest(
      "PUT",
      appUrl,
      {
        "content-type": "application/json",
        [headers.syncKind]: "in_band",
        [headers.serverKind]: "cloud",
        [headers.signature]: sign(body, signingKey),
      },
      body,
      { timeoutMs: TIMEOUT_MS },
    );
    if (response.status !== 200) throw new Error(refusal(response));
    // An app that allows no in-band sync has just posted its functions to /fn/register.
    if (response.headers[headers.syncKind] !== "in_band")
      return parse(response.body)?.modified === true;
    const signature = response.headers[headers.signature];
    if (!verify(String(signature ?? ""), response.body, signingKey)) {
      throw new Error("The app's answer to the sync is not signed with the engine's signing key");
    }
    const parsed = inBandSyncBody.safeParse(parse(response.body));
    if (!parsed.success)
      throw new RegistrationError(`Unusable sync answer: ${parsed.error.message}`);
    const { app_id: id, url, sdk = "", functions } = parsed.data;
    return registerApp(this.db, { id, url, sdk, functions });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.current;
  }
}

function parse(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function refusal(response: HttpResponse): string {
  if (response.status === 401) {
    return "The app refused the engine's signature; both need the same signing key";
  }
  const message = parse(response.body)?.message;
  return `The app answered ${response.status} to the sync${message ? `: ${String(message)}` : ""}`;
}
