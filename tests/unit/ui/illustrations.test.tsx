import type { ReactElement } from "react";
import { renderToStaticMarkup as render } from "react-dom/server";
import { expect, it } from "vitest";
import { BrokenBubble } from "@/components/illustrations/broken-bubble";
import { CapeOnHook } from "@/components/illustrations/cape-on-hook";
import { EmptyDesk } from "@/components/illustrations/empty-desk";
import { FirstStroke } from "@/components/illustrations/first-stroke";
import { SignInComic } from "@/components/illustrations/sign-in-comic";
import { SleepingCat } from "@/components/illustrations/sleeping-cat";
import { SpiltInk } from "@/components/illustrations/spilt-ink";
import { TornPage } from "@/components/illustrations/torn-page";

const drawings: ReactElement[] = [
  <BrokenBubble key="a" />,
  <CapeOnHook key="b" />,
  <SignInComic key="c" />,
  <EmptyDesk key="d" />,
  <FirstStroke key="e" />,
  <SleepingCat key="f" />,
  <TornPage key="g" />,
  <SpiltInk key="h" />,
];

it("drawings can share a page: no duplicate id, no dangling reference", () => {
  const html = drawings.map((drawing) => render(drawing));
  const ids = html.flatMap((one) => [...one.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]));
  expect(new Set(ids).size).toBe(ids.length);
  for (const one of html) {
    for (const [, id] of one.matchAll(/url\(#([^)]+)\)/g)) expect(one).toContain(`id="${id}"`);
    expect(one).toContain('aria-hidden="true"');
  }
});

it("drawings stay small", () => {
  for (const drawing of drawings) expect(render(drawing).length).toBeLessThan(14_000);
});
