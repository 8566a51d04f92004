import { globSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";

/** A button of a page: of those with the same name, the one that stands there first. */
interface Press {
  name: string;
  /** The page, or the dialog that lies above it. */
  where: string;
}

/** Every page of the app: the folders of its router, with something for each name in brackets. */
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

/** What the page itself tells, whoever presses what. */
const untold = /\/api\/(events|stories\/[^/]+\/views)$/;

/**
 * Presses every button of a page, and of each dialog that comes up, twice: by mouse, and where it
 * writes by Enter too. What is written is held back, so that nothing changes and the answer never
 * comes before the second press.
 * @param seen what was pressed already: dialogs that come up on several pages are walked once
 * @returns how often each write was sent, by button and way
 */
export async function pressAll(
  page: Page,
  address: string,
  seen = new Set<string>(),
): Promise<Map<string, string[]>> {
  let sent: string[] = [];
  // Leaving a form that is not saved.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.route("**/api/**", (route) => {
    const request = route.request();
    if (["GET", "HEAD"].includes(request.method())) return route.continue();
    const { pathname } = new URL(request.url());
    if (untold.test(pathname)) return route.fulfill({ status: 204 });
    sent.push(`${request.method()} ${pathname}`);
    return new Promise<void>(() => {});
  });
  await page.addInitScript(() => localStorage.clear());

  async function arrive(path: Press[]): Promise<void> {
    await page.goto(address);
    await page.waitForFunction(
      () =>
        document.documentElement.dataset.session === undefined ||
        document.querySelector("header [aria-haspopup]"),
    );
    await settle(page);
    for (const press of path) {
      await fill(page);
      await (await button(page, press)).click();
      await settle(page);
    }
    await fill(page);
    sent = [];
  }

  const found = new Map<string, string[]>();
  async function walk(path: Press[]): Promise<void> {
    await arrive(path);
    const before = await scopeName(page);
    let isFresh = true;
    for (const name of await names(page)) {
      const press = { name, where: before };
      const key = `${before}: ${name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (!isFresh) await arrive(path);
      await (await button(page, press)).dblclick();
      await settle(page);
      isFresh = false;
      if (sent.length > 0) {
        found.set(`${key}, double click`, sent);
        await arrive(path);
        await (await button(page, press)).focus();
        await page.keyboard.press("Enter");
        await page.keyboard.press("Enter");
        await settle(page);
        found.set(`${key}, Enter twice`, sent);
      } else if (path.length < 2 && (await scopeName(page)) !== before) {
        await walk([...path, press]);
      } else {
        isFresh = page.url().endsWith(address) && (await scopeName(page)) === before;
      }
    }
  }
  await walk([]);
  return found;
}

/** Long enough for what a press begins to be sent or shown. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(350);
}

/** The question or dialog on top, else the page. */
async function scope(page: Page): Promise<Locator> {
  const above = page.locator("[role='alertdialog'], [role='dialog']:not([data-base-ui-inert] *)");
  const count = await above.count();
  return count > 0 ? above.nth(count - 1) : page.getByRole("main");
}

async function scopeName(page: Page): Promise<string> {
  const heading = (await scope(page)).getByRole("heading").first();
  const role = await (await scope(page)).getAttribute("role");
  return `${role ?? "page"} ${(await heading.count()) > 0 ? await heading.textContent() : ""}`.trim();
}

const writable = "button:not([role]):visible:not(:disabled):not([aria-haspopup])";

/** Of all buttons that can be pressed, each name once: the scenes of a story have the same ones. */
async function names(page: Page): Promise<string[]> {
  const buttons = await (await scope(page)).locator(writable).all();
  const all = await Promise.all(
    buttons.map((one) =>
      one.evaluate((element) => (element.ariaLabel ?? element.textContent ?? "").trim()),
    ),
  );
  return [...new Set(all)].filter((name) => !/^(Close|Cancel|Show password)$/.test(name));
}

async function button(page: Page, { name }: Press): Promise<Locator> {
  return (await scope(page))
    .locator(writable)
    .and(page.getByRole("button", { name, exact: true }))
    .first();
}

/** Something else in every field, so that there is something to write. */
async function fill(page: Page): Promise<void> {
  const inputs = "input:not([type]), input[type='text'], input[type='email'], input[type='search']";
  const fields = (await scope(page)).locator(
    `:is(${inputs}, input[type='password'], textarea):visible`,
  );
  for (const field of await fields.all()) {
    if (!(await field.isEditable().catch(() => false))) continue;
    const kind = await field.getAttribute("type");
    if (kind === "search") continue;
    const value = await field.inputValue();
    if (kind === "password") await field.fill("Secret1pass");
    else if (kind === "email") await field.fill(value ? `x${value}` : "mara@example.com");
    else await field.fill(value ? `${value}x` : "a-lighthouse-keeper");
  }
}
