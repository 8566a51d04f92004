import { screen } from "@testing-library/react";
import { it } from "vitest";
import { SceneView } from "@/components/reader/scene-view";
import { aBubble, aPanel, aScene } from "../support/builders";
import { render } from "../support/render";

it("a scene without pictures offers no download", async () => {
  const bare = { hasImage: false, imageUrl: null };
  // Words alone are something to read; a panel without either is not.
  const panels = [aPanel(1, { ...bare, textBubbles: [aBubble()] }), aPanel(2, bare)];
  const scene = (
    <SceneView
      scene={aScene(1, 2, { panels })}
      aspectRatio="3:4"
      slug="tide"
      isFirst
      canShare={false}
    />
  );
  const { user } = await render(scene);
  await user.click(screen.getByRole("button", { name: /^Download scene 1/ }));
  await screen.findByText("No panels found in scene");
});
