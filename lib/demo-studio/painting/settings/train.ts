import { hex, lighten } from "../color";
import { ellipse, puff, rect, roundRect } from "../geometry";
import type { Stage } from "../stage";

/** A railway carriage: windows on a passing landscape, benches, a rack. */
export function paintTrain(stage: Stage) {
  const { pen, light, width, height, camera } = stage;
  const random = stage.random("train");
  const deep = camera.stand + (camera.shot === "establishing" ? 4 : 1.7);
  const s = stage.scale(deep);
  const floor = stage.ground(deep);
  const wood = random.pick(["#8a5a3c", "#3f6b66", "#6a4a5f"] as const);
  stage.put(300, () => {
    pen.distance = 3;
    pen.shape(rect(-20, -20, width + 40, height + 40), lighten(wood, 0.55), { line: 0 });
    pen.shape(rect(-20, floor - s * 0.95, width + 40, s * 0.95), wood, { fade: 0.2 });
    for (let x = -20; x < width + 40; x += s * 0.32)
      pen.mark(`M${x} ${floor - s * 0.9}V${floor - s * 0.06}`, wood, 0.5);
    pen.shape(rect(-20, floor, width + 40, height - floor + 30), "#6a5a50", { fade: 0.3 });
    for (let z = deep; z > 0.7; z *= 0.84)
      pen.mark(`M-20 ${stage.ground(z)}H${width + 20}`, "#6a5a50", 0.5);
    pen.shape(rect(-20, floor - s * 3, width + 40, s * 0.5), wood);
    const gap = s * 1.65;
    for (let x = -gap * 0.4 + random.range(0, gap * 0.4); x < width + gap; x += gap) {
      const pane = roundRect(x, floor - s * 2.15, s * 1.3, s * 1.1, s * 0.14);
      pen.shape(roundRect(x - s * 0.08, floor - s * 2.23, s * 1.46, s * 1.26, s * 0.18), "#d9b878");
      pen.shape(pane, "#bfe0ee");
      pen.clip(pane, () => {
        pen.veil(pane, [
          [0, hex(light.sky[0]), 1],
          [0.7, hex(light.sky[2]), 1],
          [1, hex(light.sky[2]), 1],
        ]);
        pen.distance = 40;
        for (let hill = 0; hill < 3; hill++)
          pen.shape(
            puff(
              random,
              x + s * 0.5 * hill,
              floor - s * 1.06,
              s * 0.5,
              s * random.range(0.2, 0.4),
              7,
            ),
            "#7fa070",
            { line: 0.4 },
          );
        pen.distance = 10;
        pen.shape(rect(x, floor - s * 1.2, s * 1.3, s * 0.2), "#8aa050", { line: 0.4 });
        pen.distance = 3;
      });
      pen.mark(
        `M${x + s * 0.1} ${floor - s * 1.9}L${x + s * 0.4} ${floor - s * 2.1}`,
        "#ffffff",
        1,
        { opacity: 0.7 },
      );
    }
    pen.mark(
      `M-20 ${floor - s * 2.45}H${width + 20}M-20 ${floor - s * 2.38}H${width + 20}`,
      "#c9a04a",
      1.6,
    );
    const cases = stage.random("cases");
    for (let x = cases.range(0, 60); x < width; x += s * cases.range(0.9, 1.5)) {
      const w = s * cases.range(0.4, 0.6);
      pen.shape(
        roundRect(x, floor - s * 2.45 - w * 0.6, w, w * 0.6, 5),
        cases.pick(["#a8623f", "#4a6a7a", "#b5953f"] as const),
        { round: 3 },
      );
      pen.mark(
        `M${x + w * 0.4} ${floor - s * 2.45 - w * 0.6}q${w * 0.1} -${w * 0.16} ${w * 0.2} 0`,
        "#5a3a28",
        1.2,
      );
    }
    if (light.lamps)
      for (let x = gap * 0.6; x < width; x += gap)
        pen.glow(x, floor - s * 2.75, s * 0.9, "#ffe0a0", 0.7);
  });
  for (const side of [0.1, 0.9]) {
    const flip = side > 0.5;
    stage.stand(
      side,
      deep - 0.25,
      (brush) => {
        brush.shape("M-.75 0V-.42H.35V0Z", "#7a2f35", { round: 0.04 });
        brush.shape("M-.85 -.38Q-.2 -.52 .45 -.42L.4 -.28H-.85Z", "#a8404a", { round: 0.04 });
        brush.shape("M-.95 -.1L-.85 -1.25Q-.6 -1.4 -.42 -1.2L-.36 -.44Z", "#a8404a", {
          round: 0.05,
        });
        for (const y of [-1, -0.7]) brush.shape(ellipse(-0.58, y, 0.03), "#7a2f35", { line: 0.4 });
      },
      flip,
    );
  }
}
