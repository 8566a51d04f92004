import sharp, { type Sharp } from "sharp";

/** A picture that hardly compresses; `sigma` is the deviation of its grey values. */
export const noisePicture = (width: number, height: number, sigma = 40): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#fff",
      noise: { type: "gaussian", mean: 128, sigma },
    },
  });
