import { ellipse, limb, polygon, rect, roundRect } from "../geometry";
import { gearPath } from "./furniture-parts";
import type { Hero } from "./hero";

export const rope: Hero = (pen) => {
  const coil = (y: number, rx: number) => {
    pen.stroke(
      `M${-rx} ${y}A${rx} ${rx * 0.3} 0 1 0 ${rx} ${y}A${rx} ${rx * 0.3} 0 1 0 ${-rx} ${y}`,
      "#d0ae74",
      7,
      { line: 1 },
    );
    for (let angle = 0; angle < 6.2; angle += 0.42) {
      const x = Math.cos(angle) * rx;
      const dy = y + Math.sin(angle) * rx * 0.3;
      pen.mark(`M${x - 2} ${dy - 3}l4 6`, "#d0ae74", 0.6);
    }
  };
  coil(-6, 32);
  coil(-13, 27);
  coil(-20, 22);
  pen.stroke("M20 -20Q40 -34 34 -52Q26 -66 10 -56", "#d0ae74", 7, { line: 1 });
};

export const chest: Hero = (pen) => {
  pen.glow(0, -36, 52, "#ffe28a", 0.5);
  pen.shape("M-36 -32Q-36 -56 -20 -58H20Q36 -56 36 -32Z", "#8a5a35", { round: 4 });
  pen.shape(rect(-36, -32, 72, 32), "#9a6840", { round: 4 });
  for (const x of [-28, 20]) pen.shape(rect(x, -57, 8, 57), "#c9a04a", { line: 0.8, round: 1 });
  pen.shape(rect(-37, -34, 74, 5), "#c9a04a", { line: 0.8 });
  pen.shape(roundRect(-7, -36, 14, 16, 2), "#e2bd5a");
  pen.shape(ellipse(0, -29, 2.6), "#3a2620", { line: 0 });
  pen.mark("M0 -28V-23", "#3a2620", 1.4);
};

export const wheel: Hero = (pen) => {
  const spoke = (angle: number) =>
    pen.within(
      0,
      -36,
      1,
      () => pen.shape(roundRect(-2.6, -45, 5.2, 44, 2.4), "#9a6840", { line: 0.8 }),
      false,
      angle,
    );
  for (let index = 0; index < 8; index++) spoke(index * 45);
  pen.raw(
    `<circle cx="0" cy="-36" r="27" fill="none" stroke="${pen.ink("#8a5a35")}" stroke-width="10"/><circle cx="0" cy="-36" r="27" fill="none" stroke="${pen.paint("#a87248")}" stroke-width="7.4"/>`,
  );
  pen.shape(ellipse(0, -36, 8), "#c99a3f", { round: 1.6 });
};

export const crown: Hero = (pen) => {
  pen.shape("M-34 -4L-40 -46L-20 -28L0 -54L20 -28L40 -46L34 -4Q0 6 -34 -4Z", "#e2b53e", {
    round: 4,
  });
  for (const [x, y] of [
    [-40, -48],
    [0, -56],
    [40, -48],
  ] as const)
    pen.shape(ellipse(x, y, 5), "#c8312b", { round: 1.4, accent: true });
  for (const [x, tone] of [
    [-18, "#3568b0"],
    [0, "#c8312b"],
    [18, "#3f9a5f"],
  ] as const)
    pen.shape(ellipse(x, -14, 5, 5.6), tone, { round: 1.4 });
};

export const mask: Hero = (pen) => {
  pen.shape(
    "M-42 -40C-20 -50 -8 -42 0 -40C8 -42 20 -50 42 -40C42 -16 22 -8 8 -20Q0 -26 -8 -20C-22 -8 -42 -16 -42 -40Z",
    "#6a3a8a",
    { round: 4 },
  );
  for (const side of [-1, 1])
    pen.shape(
      `M${side * 8} -30Q${side * 18} -40 ${side * 30} -34Q${side * 22} -22 ${side * 8} -30Z`,
      "#1f1828",
    );
  pen.stroke("M-40 -42Q0 -52 40 -42", "#e2b53e", 2.4, { line: 0.6 });
  for (const [x, y] of [
    [-34, -62],
    [-40, -56],
    [-28, -64],
  ] as const)
    pen.shape(
      limb(
        [
          [-34, -40],
          [x, y],
        ],
        [3, 7],
      ),
      "#c8455a",
      { line: 0.7 },
    );
};

export const ring: Hero = (pen) => {
  pen.glow(0, -52, 40, "#bff0ff", 0.8);
  pen.raw(
    `<ellipse cx="0" cy="-22" rx="24" ry="22" fill="none" stroke="${pen.ink("#d9a93a")}" stroke-width="10"/><ellipse cx="0" cy="-22" rx="24" ry="22" fill="none" stroke="${pen.paint("#e2b53e")}" stroke-width="7"/>`,
  );
  pen.shape(
    polygon([
      [-14, -52],
      [-7, -62],
      [7, -62],
      [14, -52],
      [0, -38],
    ]),
    "#8fe0f2",
    { round: 2 },
  );
  pen.mark("M-14 -52H14M-7 -62L-4 -52L0 -38L4 -52L7 -62", "#8fe0f2", 0.7);
};

export const compass: Hero = (pen) => {
  pen.shape(ellipse(0, -34, 35), "#c99a3f", { round: 5 });
  pen.shape(ellipse(0, -34, 28), "#f8f1de", { round: 2 });
  pen.shape(
    polygon([
      [0, -58],
      [5, -34],
      [0, -10],
      [-5, -34],
    ]),
    "#e9dfc4",
    { line: 0.7 },
  );
  pen.within(
    0,
    -34,
    1,
    () => {
      pen.shape(
        polygon([
          [0, -23],
          [5, 0],
          [-5, 0],
        ]),
        "#c8312b",
        { accent: true },
      );
      pen.shape(
        polygon([
          [0, 23],
          [5, 0],
          [-5, 0],
        ]),
        "#3a4656",
      );
    },
    false,
    34,
  );
  pen.shape(ellipse(0, -34, 3), "#c99a3f", { line: 0.7 });
  pen.shape(roundRect(-5, -76, 10, 8, 2), "#c99a3f");
};

export const gears: Hero = (pen) => {
  pen.raw('<g fill-rule="evenodd">');
  pen.shape(gearPath(-12, -26, 26, 11), "#c9963f", { round: 3 });
  pen.shape(gearPath(24, -46, 17, 9), "#a8adb4", { round: 2 });
  pen.shape(gearPath(28, -12, 13, 8), "#b5713a", { round: 2 });
  pen.raw("</g>");
};

export const skull: Hero = (pen) => {
  pen.shape(
    "M-28 -34C-30 -62 30 -62 28 -34C28 -24 22 -22 20 -14L18 -2H-18L-20 -14C-22 -22 -28 -24 -28 -34Z",
    "#efe6d0",
    { round: 5 },
  );
  for (const side of [-1, 1]) pen.shape(ellipse(side * 12, -32, 8, 9), "#2a2226");
  pen.shape(
    polygon([
      [0, -24],
      [5, -15],
      [-5, -15],
    ]),
    "#2a2226",
  );
  pen.mark("M-12 -2V-10M-4 -2V-10M4 -2V-10M12 -2V-10", "#8a8070", 1);
};

export const gauge: Hero = (pen) => {
  pen.shape(roundRect(-38, -60, 76, 60, 8), "#6f8590", { round: 4 });
  pen.shape("M-28 -14A28 34 0 0 1 28 -14Z", "#f6f0dc");
  pen.stroke("M12 -40A28 34 0 0 1 26 -20", "#d9443a", 5);
  for (let index = 0; index < 7; index++) {
    const angle = Math.PI * (1 - index / 6);
    pen.mark(
      `M${Math.cos(angle) * 22} ${-14 - Math.sin(angle) * 26}L${Math.cos(angle) * 25} ${-14 - Math.sin(angle) * 30}`,
      "#3a3434",
      1,
    );
  }
  pen.stroke("M0 -14L14 -36", "#2a2226", 2);
  pen.shape(ellipse(0, -13, 4), "#2a2226", { line: 0 });
};
