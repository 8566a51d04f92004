import { ellipse, polygon, rect, roundRect } from "../geometry";
import type { Pen } from "../pen";

/** Vehicles in metres, standing (or floating) on the origin, going to the right. */
export function rowboat(pen: Pen) {
  pen.shape("M-1.9 -.55Q-1.6 .18 -1.1 .22H1Q1.6 .16 2.1 -.7Q.2 -.36 -1.9 -.55Z", "#a8623f", {
    round: 0.08,
  });
  pen.mark("M-1.7 -.28Q.2 -.1 1.8 -.36", "#a8623f", 0.8);
  pen.shape(rect(-0.7, -0.52, 1.3, 0.1), "#d9b27a", { line: 0.7 });
  pen.stroke("M-.2 -.5L-1.5 .2", "#c9a06a", 0.07, { line: 0.6 });
}

export function sailboat(pen: Pen) {
  pen.shape("M-2.6 -.7Q-2.2 .25 -1.5 .3H1.5Q2.2 .2 2.9 -.9Z", "#f2ead8", { round: 0.12 });
  pen.shape("M-2.52 -.5Q-2.4 -.2 -2.3 -.05H2.15Q2.4 -.3 2.62 -.58Z", "#b5302c", {
    line: 0.6,
    accent: true,
  });
  pen.stroke("M0 -.7V-6.2", "#6b4a33", 0.12, { line: 0.7 });
  pen.shape("M.14 -6C1.6 -4.6 2.4 -2.8 2.5 -1.1H.14Z", "#fbf6ea", { round: 0.2 });
  pen.shape("M-.14 -5.4C-1 -4 -1.7 -2.4 -1.9 -1.1H-.14Z", "#f0dfb8", { round: 0.14 });
  pen.shape("M0 -6.2L.9 -6.4L0 -6.6Z", "#b5302c", { line: 0.6 });
}

export function galleon(pen: Pen) {
  pen.shape("M-6 -3.4L-5.6 -1Q-5 .6 -4 .7H4Q5.4 .4 6.6 -2.6L4.4 -1.7H-3L-3.4 -3.4Z", "#7a4f32", {
    round: 0.3,
  });
  pen.mark("M-5.4 -1.2Q0 -.6 5.4 -1.5M-5 -.4Q0 .1 5 -.6", "#7a4f32", 0.7);
  for (const x of [-3, -1.5, 0, 1.5, 3])
    pen.shape(rect(x, -1.1, 0.5, 0.45), "#3a2620", { line: 0.6 });
  for (const [x, top] of [
    [-3.2, -8.4],
    [0.4, -10],
    [3.6, -7.6],
  ] as const) {
    pen.stroke(`M${x} -1.7V${top}`, "#5a3a28", 0.2, { line: 0.7 });
    for (const [y, w, h] of [
      [-2.6, 2.1, 2.4],
      [-5.3, 1.6, 2],
    ] as const)
      if (y - h > top - 0.4)
        pen.shape(
          `M${x - w} ${y - h}H${x + w}Q${x + w * 1.5} ${y - h / 2} ${x + w * 1.05} ${y}H${x - w * 1.05}Q${x - w * 0.5} ${y - h / 2} ${x - w} ${y - h}Z`,
          "#f4ead2",
          { round: 0.2 },
        );
    pen.shape(`M${x} ${top}l1.3 .3l-1.3 .35Z`, "#b5302c", { line: 0.6, accent: true });
  }
  pen.stroke("M5.6 -2.2L9 -4", "#5a3a28", 0.16, { line: 0.6 });
}

export function car(pen: Pen, lamps: boolean, color = "#c8453a") {
  if (lamps) pen.glow(2.2, -0.62, 1.6, "#fff0b0", 0.85);
  pen.shape(
    "M-2.1 -.35Q-2.2 -.95 -1.7 -1L-1.1 -1.05Q-.8 -1.62 -.3 -1.65H.5Q.9 -1.62 1.25 -1.02L1.95 -.9Q2.25 -.85 2.2 -.35Z",
    color,
    { round: 0.12 },
  );
  pen.shape(
    "M-.95 -1.05Q-.7 -1.5 -.3 -1.52H0V-1.05ZM.12 -1.05V-1.52H.46Q.74 -1.5 1.02 -1.05Z",
    "#bfe0ea",
    { line: 0.8 },
  );
  pen.mark("M.06 -1V-.42M-.3 -.82h.2M-2.1 -.62H2.2", color, 0.7);
  pen.shape(ellipse(2.02, -0.68, 0.12, 0.14), "#fff3c0", { raw: true, line: 0.7 });
  pen.shape(rect(-2.16, -0.74, 0.14, 0.2), "#ff5a4a", { raw: true, line: 0.6 });
  for (const x of [-1.2, 1.25]) {
    pen.shape(ellipse(x, -0.34, 0.36), "#2a2a30");
    pen.shape(ellipse(x, -0.34, 0.18), "#c9ced4", { line: 0.7 });
  }
}

export function bicycle(pen: Pen) {
  for (const x of [-0.55, 0.55]) {
    pen.raw(
      `<circle cx="${x}" cy="-.34" r=".33" fill="none" stroke="${pen.paint("#2a2a30")}" stroke-width=".05"/>`,
    );
    pen.mark(
      `M${x - 0.32} -.34h.64M${x} -.66v.64M${x - 0.22} -.56l.44 .44M${x + 0.22} -.56l-.44 .44`,
      "#9aa0a8",
      0.3,
    );
  }
  pen.stroke(
    "M-.55 -.34L-.12 -.86L.42 -.84L.02 -.34ZM-.12 -.86L.02 -.34M.42 -.84L.55 -.34M.42 -.84L.38 -1.05L.56 -1.1",
    "#c8312b",
    0.05,
    { line: 0.5, accent: true },
  );
  pen.shape(roundRect(-0.28, -0.98, 0.3, 0.08, 0.04), "#3a2a26", { line: 0.6 });
}

export function plane(pen: Pen) {
  pen.shape(
    "M-2.6 -.2Q-1 -.75 1.4 -.7Q2.6 -.6 2.8 -.2Q2.4 .3 1 .35Q-1.2 .35 -2.6 -.2Z",
    "#d9453a",
    { round: 0.12 },
  );
  pen.shape(
    polygon([
      [-2.5, -0.2],
      [-3, -1],
      [-2.5, -1],
      [-1.8, -0.4],
    ]),
    "#f2ead8",
  );
  pen.shape("M-.8 .1L-.2 -.1L1.2 -.1L.4 .3Z".replace("L.4 .3Z", "L.2 .9L-.6 .9Z"), "#f2ead8", {
    round: 0.05,
  });
  pen.shape(rect(-0.9, -1.35, 2, 0.14), "#f2ead8");
  pen.mark("M-.4 -.6V-1.3M.6 -.7V-1.3M2.86 -.9V.5", "#5a4636", 1);
  pen.shape("M.1 -.72Q.4 -1.05 .8 -.72Z", "#bfe6f2");
}

export function airship(pen: Pen) {
  pen.shape(
    "M-5 0C-4.4 -2 -1.6 -2.4 .8 -2.3C3.4 -2.2 5 -1 5.4 0C5 1 3.4 2.1 .8 2.2C-1.6 2.3 -4.4 2 -5 0Z",
    "#d9a24a",
    { round: 0.6 },
  );
  pen.mark("M-4.9 0Q0 .5 5.4 0M-3.4 -1.7Q.4 -1 4.2 -1.4M-3.4 1.7Q.4 1.5 4.2 1.4", "#d9a24a", 0.7);
  pen.shape(
    polygon([
      [-4.6, -0.6],
      [-6.2, -1.9],
      [-5.4, 0],
      [-6.2, 1.9],
      [-4.6, 0.6],
    ]),
    "#b5403a",
    { round: 0.2 },
  );
  pen.shape(roundRect(-1.3, 2.4, 2.8, 0.9, 0.3), "#7a4f32", { round: 0.1 });
  for (const x of [-0.9, -0.1, 0.7])
    pen.shape(rect(x, 2.6, 0.4, 0.35), "#ffe6a8", { raw: true, line: 0.6 });
  pen.mark("M-1 2.2V2.4M1.2 2.2V2.4", "#5a4636", 1);
}

export function rocket(pen: Pen, flying: boolean) {
  if (flying) {
    pen.glow(0, 1.2, 3, "#ffb04a", 0.85);
    pen.shape("M-.7 0Q-.5 2 0 3.2Q.5 2 .7 0Z", "#ff9a2e", { raw: true, line: 0.6, accent: true });
    pen.shape("M-.35 0Q-.2 1.1 0 1.8Q.2 1.1 .35 0Z", "#ffe98a", { raw: true, line: 0 });
  }
  pen.shape("M-.9 -1.4L-1.8 .3L-.7 -.2ZM.9 -1.4L1.8 .3L.7 -.2Z", "#c8312b", { round: 0.1 });
  pen.shape("M-.8 0Q-1.4 -3.4 0 -6Q1.4 -3.4 .8 0Z", "#eef1f4", { round: 0.25 });
  pen.shape("M-.62 -4.4Q-.4 -5.3 0 -6Q.4 -5.3 .62 -4.4Q0 -4.1 -.62 -4.4Z", "#c8312b", {
    line: 0.8,
  });
  pen.shape(ellipse(0, -3, 0.46), "#7ac0dc", { round: 0.08 });
}

export function ufo(pen: Pen) {
  pen.veil(
    polygon([
      [-0.9, 0.5],
      [0.9, 0.5],
      [3, 8],
      [-3, 8],
    ]),
    [
      [0, "#c9ffd0", 0.65],
      [1, "#c9ffd0", 0],
    ],
  );
  pen.shape("M-1.3 -.3Q-1.2 -1.6 0 -1.6Q1.2 -1.6 1.3 -.3Z", "#a8e6f0", { round: 0.12 });
  pen.shape("M-3.2 .1Q0 -1.2 3.2 .1Q1.6 .9 0 .9Q-1.6 .9 -3.2 .1Z", "#9aa6b4", { round: 0.14 });
  for (const x of [-2, -0.7, 0.7, 2])
    pen.shape(ellipse(x, 0.2 + (Math.abs(x) < 1 ? 0.2 : 0), 0.17), "#ffe07a", {
      raw: true,
      line: 0.6,
    });
}
