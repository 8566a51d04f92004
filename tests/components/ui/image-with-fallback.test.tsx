import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Avatar } from "@/components/ui/pictures/avatar";
import { EntityPicture } from "@/components/world/entity-picture";
import { aCharacter, aPicture, testUser } from "../support/builders";
import { render } from "../support/render";
import { server } from "../support/server";

it("a portrait that does not load shows the initials, until there is another one", async () => {
  server({});
  const cast = (picture: string) => (
    <>
      <Avatar src={picture} initials="OM" seed="odile" />
      <EntityPicture
        kind="character"
        entity={aCharacter({ name: "Ada Byron", primaryImageUrl: picture })}
      />
    </>
  );
  const { rerender } = await render(cast(aPicture("1")), { viewer: testUser() });
  expect(screen.queryByText("OM")).toBeNull();
  for (const picture of document.querySelectorAll("img")) fireEvent.error(picture);
  screen.getByText("OM");
  screen.getByText("AB");
  expect(document.querySelector("img")).toBeNull();
  rerender(cast(aPicture("2")));
  expect(document.querySelectorAll("img")).toHaveLength(2);
});
