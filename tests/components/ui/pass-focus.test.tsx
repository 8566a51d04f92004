import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { render } from "../support/render";

const button = (name: string) => screen.getByRole("button", { name });
const expectFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(button(name)));

interface PageProps {
  rest?: string;
  instead?: string;
  onPress?: () => void;
}

function Page({ rest, instead, onPress }: PageProps) {
  const [isThere, setIsThere] = useState(true);
  const press = () => {
    setIsThere(false);
    onPress?.();
  };
  return (
    <>
      <Button>First</Button>
      <section>
        <Button>Before</Button>
        {isThere && <Notice action={<Button onClick={press}>Try Again</Button>}>It failed</Notice>}
        {!isThere && instead && <Button>{instead}</Button>}
        {rest && <Button>{rest}</Button>}
      </section>
      <Button>Last</Button>
    </>
  );
}

it.each<[string, PageProps, string]>([
  ["what has replaced it", { instead: "Instead", rest: "After" }, "Instead"],
  ["the next control", { rest: "After" }, "After"],
  ["the one before it, rather than one further away", {}, "Before"],
  ["the one that the press has chosen", { onPress: () => button("Last").focus() }, "Last"],
])("a button that removes itself passes the focus to %s", async (_, props, name) => {
  const { user } = await render(<Page {...props} />);
  button("Try Again").focus();
  await user.keyboard("{Enter}");
  await expectFocus(name);
});

function PageWithDialog() {
  const [open, setOpen] = useState(false);
  const [isGone, setIsGone] = useState(false);
  return (
    <>
      <Button>First</Button>
      <section>
        <Button>Near</Button>
        {!isGone && <Button onClick={() => setOpen(true)}>Share</Button>}
      </section>
      <Dialog open={open} onOpenChange={setOpen} title="Share a panel">
        <Button onClick={() => setIsGone(true)}>Remove</Button>
      </Dialog>
    </>
  );
}

it.each(["hidden", "removed"])(
  "a dialog whose opener is %s returns the focus near it",
  async (how) => {
    const { user } = await render(<PageWithDialog />);
    const opener = button("Share");
    await user.click(opener);
    await expectFocus("Remove");
    if (how === "removed") await user.keyboard("{Enter}");
    else opener.style.display = "none";
    await user.keyboard("{Escape}");
    await expectFocus("Near");
  },
);
