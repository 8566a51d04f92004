import { Brush } from "lucide-react";
import { renderToStaticMarkup as render } from "react-dom/server";
import { describe, expect, it } from "vitest";
import AccountMenu from "@/components/accounts/account-menu";
import { AccountSlot } from "@/components/accounts/account-slot";
import { Providers } from "@/components/shell/providers";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { Slider } from "@/components/ui/forms/slider";
import { Switch } from "@/components/ui/forms/switch";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { PageHeading } from "@/components/ui/page-heading";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";

const nothing = () => {};

/** The prerendered HTML before hydration. */
describe("before hydration", () => {
  it("tabs show the chosen panel and its roles", () => {
    const html = render(
      <Tabs value="edit" onValueChange={nothing}>
        <TabList label="Media">
          <Tab value="edit" icon={<Brush />}>
            Modify
          </Tab>
          <Tab value="upload">Upload</Tab>
        </TabList>
        <TabPanel value="edit">Change the picture</TabPanel>
        <TabPanel value="upload">Bring one</TabPanel>
      </Tabs>,
    );
    expect(html.match(/role="tab"/g)).toHaveLength(2);
    expect(html.match(/aria-selected="true"/g)).toHaveLength(1);
    expect(html).toContain("Change the picture");
    expect(html).not.toContain("Bring one");
  });

  it("a slider has its value with its unit", () => {
    const html = render(
      <Slider label="Font size" value={16} onValueChange={nothing} min={8} max={72} unit="px" />,
    );
    expect(html).toContain("16 px");
    expect(html).toMatch(/type="range"/);
    expect(html).toMatch(/min="8"/);
    expect(html).toMatch(/max="72"/);
  });

  it("a switch is named by its label", () => {
    const html = render(<Switch label="Custom" checked onCheckedChange={nothing} />);
    const id = /<label[^>]*for="([^"]+)"/.exec(html)?.[1];
    expect(id).toBeTruthy();
    expect(html).toMatch(new RegExp(`<button[^>]*id="${id}"`));
    expect(html).toMatch(
      /role="switch"[^>]*aria-checked="true"|aria-checked="true"[^>]*role="switch"/,
    );
  });

  it("a select shows the label of its value", () => {
    const html = render(
      <Field label="Image model" control="button">
        <Select value="a" onValueChange={nothing} options={[{ value: "a", label: "seedream-4" }]} />
      </Field>,
    );
    expect(html).toContain("seedream-4");
    expect(html).toContain('role="combobox"');
  });

  it("menus and dialogs are closed", () => {
    const html = render(
      <>
        <Menu trigger={(props) => <Button {...props}>Actions</Button>}>
          <MenuItem onSelect={nothing}>Edit scene</MenuItem>
          <MenuSeparator />
          <MenuLink href="/">Read</MenuLink>
        </Menu>
        <Dialog open={false} onOpenChange={nothing} title="Story Settings">
          Inside
        </Dialog>
      </>,
    );
    expect(html).toContain('aria-haspopup="menu"');
    for (const hidden of ["Edit scene", "Inside"]) expect(html).not.toContain(hidden);
  });

  it("a destructive action asks first", () => {
    const html = render(
      <Providers>
        <InlineConfirm
          label="Delete Story"
          question="Delete this story for good?"
          confirmLabel="Delete"
          onConfirm={nothing}
        />
      </Providers>,
    );
    expect(html).toContain("Delete Story");
    expect(html).not.toContain("for good");
  });

  it("small print", () => {
    expect(render(<PageHeading title="Hello">Below</PageHeading>)).toMatch(
      /<h1[^>]*>Hello<\/h1>Below/,
    );
    expect(render(<Badge tone="green">Published</Badge>)).toContain("text-green");
    expect(render(<Kbd>Enter</Kbd>)).toMatch(/<kbd[^>]*>Enter/);
    expect(render(<Skeleton className="h-4" />)).toContain('aria-hidden="true"');
    expect(render(<Spinner label="Loading your story..." />)).toMatch(
      /role="status".*Loading your/,
    );
    expect(render(<Spinner />)).not.toContain("role=");
  });
});

describe("AccountMenu", () => {
  const viewer = {
    _id: "1",
    username: "mara",
    email: "m@example.org",
    firstName: "Mara",
    lastName: "Lind",
  };

  it("offers to sign in, hidden where a session may exist, and shows initials", () => {
    const out = render(
      <Providers>
        <AccountSlot />
      </Providers>,
    );
    expect(out).toMatch(/<a[^>]*href="\/login"[^>]*>Sign In<\/a>/);
    expect(out).toContain("in-data-session:hidden");
    expect(out).toMatch(/class="avatar-hint hidden in-data-session:inline-grid"/);

    const signedIn = render(
      <Providers>
        <AccountMenu viewer={viewer} />
      </Providers>,
    );
    expect(signedIn).toContain("ML");
    expect(signedIn).toContain("Account menu of Mara Lind");
    expect(signedIn).not.toContain("m@example.org");
  });
});
