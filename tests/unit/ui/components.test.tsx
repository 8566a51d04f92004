import { Heart } from "lucide-react";
import { renderToStaticMarkup as render } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { StoryCover } from "@/components/feed/covers/story-cover";
import { Button, ButtonLink } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/forms/field";
import { Input, PasswordInput, Textarea } from "@/components/ui/forms/text-input";
import { Notice } from "@/components/ui/notice";
import { Avatar } from "@/components/ui/pictures/avatar";
import { Progress } from "@/components/ui/progress";
import { hash } from "@/components/ui/utils/hash";
import type { StoryCard } from "@/lib/stories/schema";
import { story } from "../discovery/samples";

const attribute = (html: string, tag: string, name: string) =>
  new RegExp(`<${tag}\\b[^>]*\\s${name}="([^"]*)"`).exec(html)?.[1];

describe("Button", () => {
  it("does not submit a form unless told to", () => {
    expect(attribute(render(<Button>Play</Button>), "button", "type")).toBe("button");
    expect(attribute(render(<Button type="submit">Go</Button>), "button", "type")).toBe("submit");
  });

  it("is busy, not disabled, while loading: the focus stays", () => {
    const html = render(
      <Button type="submit" loading>
        Play
      </Button>,
    );
    expect(attribute(html, "button", "aria-busy")).toBe("true");
    expect(attribute(html, "button", "aria-disabled")).toBe("true");
    expect(html).not.toMatch(/\sdisabled=/);
    expect(html).toContain("Play");
  });

  it("names an icon alone", () => {
    const html = render(
      <Button icon label="Like">
        <Heart />
      </Button>,
    );
    expect(attribute(html, "button", "aria-label")).toBe("Like");
  });

  it("is a link where it leads somewhere", () => {
    const html = render(<ButtonLink href="/login">Sign In</ButtonLink>);
    expect(attribute(html, "a", "href")).toBe("/login");
  });
});

describe("Field", () => {
  it("ties label and control", () => {
    const html = render(
      <Field label="Email">
        <Input type="email" name="email" />
      </Field>,
    );
    expect(attribute(html, "label", "for")).toBe(attribute(html, "input", "id"));
  });

  it("shows the error instead of the hint and marks the control", () => {
    const html = render(
      <Field label="Email" description="Never shown." error="Email is invalid">
        <Input name="email" />
      </Field>,
    );
    expect(attribute(html, "input", "aria-invalid")).toBe("true");
    expect(html).toContain("Email is invalid");
    expect(html).not.toContain("Never shown.");
  });

  it("hides a password and offers to show it", () => {
    const html = render(
      <Field label="Password">
        <PasswordInput name="password" />
      </Field>,
    );
    expect(attribute(html, "input", "type")).toBe("password");
    expect(attribute(html, "button", "aria-pressed")).toBe("false");
    expect(attribute(html, "button", "aria-label")).toBe("Show password");
  });

  it("counts, warns and does not cut", () => {
    const area = (length: number) =>
      render(
        <Field label="Description">
          <Textarea counter warnAt={900} maxLength={1000} value={"x".repeat(length)} readOnly />
        </Field>,
      );
    expect(area(10)).toContain("10 / 1000");
    expect(area(10)).not.toMatch(/text-(amber|red)/);
    expect(area(901)).toContain("text-amber");
    expect(area(1001)).toContain("text-red");
    expect(area(1001)).not.toMatch(/maxlength/i);
  });
});

describe("Chip", () => {
  it("is a link, and marks the current one", () => {
    const link = render(
      <Chip href="/?tag=noir" current count={3}>
        noir
      </Chip>,
    );
    expect(attribute(link, "a", "aria-current")).toBe("true");
    expect(render(<Chip href="/">All</Chip>)).not.toContain("aria-current");
  });
});

describe("StoryCover", () => {
  const card = (change: Partial<StoryCard> = {}) => ({
    ...story(),
    coverPosition: "70% 20%",
    likeCount: 12,
    ...change,
  });

  it("is one link over the cover; another story has one to its author", () => {
    const html = render(<StoryCover own story={card()} />);
    const addresses = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
    expect(addresses(html)).toEqual([`/story/${card()._id}`]);
    expect(addresses(render(<StoryCover story={card()} />))).toEqual([
      `/story/${card()._id}/read`,
      "/user/ada",
    ]);
    expect(attribute(html, "img", "style")).toBe("object-position:70% 20%");
    expect(attribute(html, "img", "loading")).toBe("lazy");
    expect(html).toMatch(/12<span class="sr-only"> likes<\/span>/);
    expect(html).not.toContain("Draft");
  });

  it("prints a cover of dots where there is no picture, and names a draft", () => {
    const html = render(<StoryCover own story={card({ previewImage: null, status: "draft" })} />);
    expect(html).not.toContain("<img");
    expect(html).toContain("card-blank");
    expect(html).toContain('aria-label="Draft"');
  });

  it("loads the first row at once", () => {
    const html = render(<StoryCover own story={card()} eager />);
    expect(attribute(html, "img", "loading")).toBe("eager");
  });
});

describe("Avatar", () => {
  it("keeps its colour for one person", () => {
    const colour = (seed: string) =>
      /avatar-\d/.exec(render(<Avatar initials="M" seed={seed} />))?.[0];
    expect(colour("mara")).toBe(colour("mara"));
    expect(
      new Set(["mara", "jo", "lin", "kofi", "ada", "zed", "bo"].map(colour)).size,
    ).toBeGreaterThan(2);
    expect(hash("mara", 5)).toBeLessThan(5);
  });

  it("is decoration", () => {
    expect(render(<Avatar initials="M" seed="m" />)).toContain('aria-hidden="true"');
  });
});

describe("messages", () => {
  it("interrupt for errors only", () => {
    expect(render(<Notice tone="error">No</Notice>)).toContain('role="alert"');
    expect(render(<Notice tone="success">Yes</Notice>)).toContain('role="status"');
  });

  it("keep progress within its bounds, or say that the end is unknown", () => {
    expect(render(<Progress value={140} label="Drawing" />)).toContain('aria-valuenow="100"');
    expect(render(<Progress value={-3} label="Drawing" />)).toContain('aria-valuenow="0"');
    expect(render(<Progress label="Drawing" />)).not.toContain("aria-valuenow");
  });

  it("put an empty state into the outline of the page", () => {
    const html = render(
      <EmptyState title="No stories yet" heading="h1">
        Create your first story to get started!
      </EmptyState>,
    );
    expect(html).toMatch(/<h1[^>]*>No stories yet<\/h1>/);
  });
});
