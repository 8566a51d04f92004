import { globSync } from "node:fs";
import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";

/** Every page of the app: the folders of its router, with a value for each parameter. */
export function pagesOf(names: Record<string, string>): string[] {
  const folders = globSync("app/**/page.tsx").map((file) => file.replaceAll("\\", "/"));
  const addresses = folders.map((file) =>
    file
      .replace(/^app|\/page\.tsx$/g, "")
      .replace(/\/\([^)]+\)/g, "")
      .replace(/\/\[{1,2}(?:\.\.\.)?([^\]]+)\]{1,2}/g, (part, name: string) => {
        const value = names[name];
        if (value === undefined) throw new Error(`Nothing stands for ${part} of ${file}`);
        return value && `/${value}`;
      }),
  );
  return [...new Set(addresses)].sort();
}

/** The reports that a page sends by itself, without a click. */
const untold = /\/api\/(events|stories\/[^/]+\/(views|progress))$/;
/** POST requests that only read. */
const reading = /\/api\/(ai\/scene-suggestions|auth\/reset-password\/check)$/;

interface HeldMutations {
  isOn: boolean;
  /** The calls held back so far, with stars for their parameters. */
  sent: string[];
  routes: Route[];
}

/** Holds back writes while it is on: no response comes before the second press. */
async function holdMutations(page: Page): Promise<HeldMutations> {
  const held: HeldMutations = { isOn: false, sent: [], routes: [] };
  // The browser's dialog on leaving an unsaved form.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.route("**/api/**", (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const isRead = ["GET", "HEAD"].includes(request.method()) || reading.test(pathname);
    // A test's own response comes first.
    if (!held.isOn || isRead) return route.fallback();
    if (untold.test(pathname)) return route.fulfill({ status: 204 });
    const names = pathname
      .replace("/api", "")
      .replace(/[0-9a-f-]{36}/g, "*")
      .replace(/\/\d+(?=\/|$)/g, "/*");
    held.sent.push(`${request.method()} ${names}`);
    held.routes.push(route);
  });
  return held;
}

/** Refuses the calls that are held back. @returns them */
async function refuse(held: HeldMutations): Promise<string[]> {
  const { sent, routes } = held;
  Object.assign(held, { sent: [], routes: [] });
  const json = { success: false, error: { code: "unknown" }, message: "not now" };
  for (const route of routes) await route.fulfill({ status: 422, json });
  return sent;
}

/** The page is hydrated when the account menu exists, or 'Sign In' is no longer hidden. */
async function arriveAt(page: Page, address: string): Promise<void> {
  // An earlier press may be navigating still, and would interrupt it.
  await expect(() => page.goto(address)).toPass();
  // A change of the `#` alone does not reload the page.
  if (address.includes("#")) await page.reload();
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.session === undefined ||
      document.querySelector("header [aria-haspopup]"),
  );
}

/** A form: the way to it from its page, and the button or menu item that writes. */
export interface Form {
  name: string;
  call: string;
  reach: (page: Page) => Promise<Locator>;
}

/**
 * Submits each form twice, by mouse and by Enter. Each call is refused afterwards:
 * the input stays, and the next form is reached from the same page.
 * @returns the requests, by form and method
 */
export async function doubleSubmitForms(page: Page, address: string, forms: readonly Form[]) {
  const held = await holdMutations(page);
  const found: Record<string, string[]> = {};
  await arriveAt(page, address);
  for (const { name, reach } of forms) {
    for (const way of ["double click", "Enter twice"]) {
      const target = await reach(page);
      await expect(target, name).toBeEnabled();
      Object.assign(held, { isOn: true, sent: [], routes: [] });
      if (way === "double click") {
        await target.dblclick({ timeout: 10_000 });
      } else {
        await target.focus();
        await page.keyboard.press("Enter");
        await page.keyboard.press("Enter");
      }
      await expect.poll(() => held.sent.length, { message: name }).toBeGreaterThan(0);
      await page.waitForTimeout(150);
      held.isOn = false;
      found[`${name}, ${way}`] = await refuse(held);
      await leave(page, address);
    }
  }
  return found;
}

/** Closes all dialogs and menus. */
async function leave(page: Page, address: string): Promise<void> {
  const above = page.locator(":is([role$='dialog'], [role='menu']):not(.toast)");
  for (let presses = 0; presses < 4; presses += 1) {
    if ((await above.count()) === 0) return;
    await page.keyboard.press("Escape");
    await page.waitForTimeout(150);
  }
  if ((await above.count()) > 0) await arriveAt(page, address);
}

interface Walk {
  page: Page;
  address: string;
  /** The buttons pressed so far: dialogs that open on several pages are walked once. */
  seen?: Set<string>;
  /** An element that appears once the page is complete, where that is later than its load. */
  ready?: Locator;
}

/**
 * Presses every button of a page, and of each dialog that opens, twice: by mouse, and where it
 * writes by Enter too. Writes are held back, so that nothing changes and no response
 * comes before the second press.
 * @returns the requests, by button and method
 */
export async function doubleSubmitButtons({
  page,
  address,
  seen = new Set(),
  ready,
}: Walk): Promise<Map<string, string[]>> {
  const held = await holdMutations(page);
  // Dialogs are loaded lazily.
  const loading = new Set<Request>();
  page.on("request", (one) => one.resourceType() === "script" && loading.add(one));
  page.on("requestfinished", (one) => loading.delete(one));
  page.on("requestfailed", (one) => loading.delete(one));
  /** Long enough for a press to send a request or to show its result. */
  async function settle(): Promise<void> {
    let waits = 0;
    do await page.waitForTimeout(250);
    while (loading.size > 0 && ++waits < 40);
    // On a busy machine the press itself takes time.
    const idle = () => new Promise((done) => requestIdleCallback(done, { timeout: 3_000 }));
    await page.evaluate(idle).catch(() => undefined);
  }
  await page.addInitScript(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  async function arrive(path: string[]): Promise<void> {
    held.isOn = false;
    loading.clear();
    await arriveAt(page, address);
    await ready?.waitFor();
    await settle();
    held.isOn = true;
    for (const name of path) {
      await fill(page);
      await (await button(page, name)).click({ timeout: 10_000 });
      await settle();
    }
    await fill(page);
    Object.assign(held, { sent: [], routes: [] });
  }

  const found = new Map<string, string[]>();
  async function walk(path: string[]): Promise<void> {
    await arrive(path);
    const scope = await scopeName(page);
    const isHere = async () => page.url().endsWith(address) && (await scopeName(page)) === scope;
    for (const name of await names(page)) {
      const key = `${scope}: ${name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (!(await isHere())) await arrive(path);
      const target = await button(page, name);
      // Ideas differ each time.
      if ((await target.count()) === 0) continue;
      await target.dblclick({ timeout: 10_000 });
      await settle();
      if (held.sent.length > 0) {
        found.set(`${key}, double click`, await refuse(held));
        await settle();
        // A refused button can be pressed again, unless its dialog has closed.
        const isReady =
          (await isHere()) && (await target.isEnabled({ timeout: 1_000 }).catch(() => false));
        if (!isReady) await arrive(path);
        await (await button(page, name)).focus();
        await page.keyboard.press("Enter");
        await page.keyboard.press("Enter");
        await settle();
        found.set(`${key}, Enter twice`, await refuse(held));
        await settle();
      } else if (path.length < 3 && !(await isHere())) {
        await walk([...path, name]);
      }
    }
  }
  await walk([]);
  return found;
}

/** The topmost dialog, else the page. */
async function scope(page: Page): Promise<Locator> {
  const above = page.locator("[role='alertdialog'], [role='dialog']:not([data-base-ui-inert] *)");
  const count = await above.count();
  return count > 0 ? above.nth(count - 1) : page.locator("main");
}

/** The visible view: its kind, its heading and its tab. */
async function scopeName(page: Page): Promise<string> {
  return (await scope(page)).evaluate((element) =>
    [
      element.role ?? "page",
      element.querySelector("h1, h2, h3, p")?.textContent,
      element.querySelector("[role='tab'][aria-selected='true']")?.textContent,
    ].join(" "),
  );
}

const pressable =
  "button:is(:not([role]), [role='tab']):visible:not(:disabled):not([aria-disabled='true']):not([aria-haspopup])";

/** The enabled buttons, each name once: the scenes of a story have the same ones. */
async function names(page: Page): Promise<string[]> {
  const buttons = await (await scope(page)).locator(pressable).all();
  const all = await Promise.all(
    buttons.map((one) =>
      one.evaluate((element) => (element.ariaLabel ?? element.textContent ?? "").trim()),
    ),
  );
  return [...new Set(all)].filter(
    (name) => !/^(Close|Cancel|No, Keep It|Not Now|Show password)$/.test(name),
  );
}

/** The first button with this name. */
async function button(page: Page, name: string): Promise<Locator> {
  return (await scope(page))
    .locator(pressable)
    .and(
      page
        .getByRole("button", { name, exact: true })
        .or(page.getByRole("tab", { name, exact: true })),
    )
    .first();
}

/** Changes every field, so that the form is dirty. */
async function fill(page: Page): Promise<void> {
  const inputs = "input:not([type]), input[type='text'], input[type='email'], input[type='search']";
  const fields = (await scope(page)).locator(
    `:is(${inputs}, input[type='password'], textarea):visible`,
  );
  for (const field of await fields.all()) {
    if (!(await field.isEditable().catch(() => false))) continue;
    const kind = await field.getAttribute("type");
    const isAddress = (await field.getAttribute("inputmode")) === "url";
    if (kind === "search") continue;
    const value = await field.inputValue();
    if (kind === "password") await field.fill("Secret1pass");
    // A new address would need the password.
    else if (kind === "email") await field.fill(value || "mara@example.com");
    else if (value) await field.fill(`${value}x`);
    else await field.fill(isAddress ? "https://lighthouse.example" : "a-lighthouse-keeper");
  }
}
