import { renderToStaticMarkup as render } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { CoverLink } from "@/components/feed/covers/cover-link";

let viewer: { _id: string; isAdministrator: boolean } | null = null;
vi.mock("@/components/accounts/use-viewer", () => ({ useSignedInViewer: () => viewer }));

it.each([
  ["a visitor", null, "/story/s1/read"],
  ["another account", { _id: "u2", isAdministrator: false }, "/story/s1/read"],
  ["the owner", { _id: "u1", isAdministrator: false }, "/story/s1"],
  ["the administrator", { _id: "u2", isAdministrator: true }, "/story/s1"],
])(
  "a cover leads its owner and the administrator to the workspace, others to the reader: %s",
  (_name, who, href) => {
    viewer = who;
    const html = render(
      <CoverLink id="s1" by="u1">
        The Long Tide
      </CoverLink>,
    );
    expect(html).toContain(`href="${href}"`);
  },
);
