import { screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, it } from "vitest";
import { RemixNotice } from "@/components/studio/remix-notice";
import { storyId } from "../support/builders";
import { render } from "../support/render";
import { router } from "../support/router";

function Copy() {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        The Pattern
      </h1>
      <RemixNotice title={title} />
    </>
  );
}

it("a remix says once that it is the author's own copy, with the focus on its title", async () => {
  const isCopy = /^This is your own copy: change what you like\./;
  const { unmount } = await render(<Copy />, { at: `/story/${storyId}?remixed` });
  screen.getByText(isCopy);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  await waitFor(() => expect(router.href).toBe(`/story/${storyId}`));
  unmount();
  await render(<Copy />);
  expect(screen.queryByText(isCopy)).toBeNull();
});
