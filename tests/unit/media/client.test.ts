import { afterEach, expect, it, vi } from "vitest";
import { uploadErrorText, uploadImage, uploadProblem } from "@/lib/media/client";
import { ApiError } from "@/lib/platform/http/api-error";

const file = (bytes: number, type: string) =>
  new File([new Uint8Array(bytes)], "picture", { type });

it("a chosen file is refused before an upload, in the words of the specification", () => {
  expect(uploadProblem(undefined)).toBe("No file selected");
  expect(uploadProblem(file(1, "image/svg+xml"))).toBe(
    "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.",
  );
  // A phone's picture, whose type most systems do not know.
  expect(uploadProblem(new File(["?"], "IMG_0001.HEIC"))).toMatch(
    /^Invalid file type\. .* image\. This file is HEIC: open it in a photo app, save or export it as JPEG/,
  );
  expect(uploadProblem(file(1, "image/avif"))).toContain("This file is AVIF:");
  expect(uploadProblem(file(10 * 1024 * 1024 + 1, "image/png"))).toBe(
    "File too large (10.1 MB). Maximum size is 10MB.",
  );
  for (const type of ["jpeg", "jpg", "png", "gif", "webp"]) {
    expect(uploadProblem(file(10 * 1024 * 1024, `image/${type}`))).toBeNull();
  }
});

it("a failed upload shows its error: the server's, a refusal without a message, or no response", () => {
  const refusal = new ApiError("Full.", 413, "unknown", [], { message: "The darkroom is full." });
  expect(uploadErrorText(refusal)).toBe("The darkroom is full.");
  expect(uploadErrorText(new ApiError("An error occurred", 502, "unknown"))).toBe("Upload failed");
  const offline = new ApiError("Network error - please check your connection", 0, "network_error");
  expect(uploadErrorText(offline)).toBe("Failed to upload image");
  expect(uploadErrorText(new Error("?"))).toBe("Failed to upload image");
});

const imageUrl = `/media/${"a".repeat(64)}.jpg`;
const direct = {
  key: "incoming/me/one",
  url: "https://store.example/incoming/me/one?signed",
  headers: { "content-type": "image/png" },
};

/** Answers calls in this order and keeps what was asked. */
function answering(...answers: (object | number)[]) {
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return typeof answer === "number"
      ? new Response(null, { status: answer })
      : Response.json({ success: true, data: answer });
  });
  return calls;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

it("a small file is sent to the app; a large one requests a ticket first", async () => {
  const uploaded = { imageUrl, originalName: "picture" };
  const small = answering(uploaded);
  expect(await uploadImage(file(1000, "image/png"))).toBe(imageUrl);
  expect(small.map(({ url }) => url)).toEqual(["/api/upload/image"]);

  const kept = answering({ direct: null }, uploaded);
  expect(await uploadImage(file(5_000_000, "image/png"))).toBe(imageUrl);
  expect(kept.map(({ url }) => url)).toEqual(["/api/upload/ticket", "/api/upload/image"]);
  expect(kept[0]?.init.body).toBe('{"size":5000000,"mediaType":"image/png"}');
  expect(kept[1]?.init.body).toBeInstanceOf(FormData);
});

it("a file goes to the store as its ticket says, without the site's cookie", async () => {
  const picture = file(5_000_000, "image/png");
  const calls = answering({ direct }, 200, { imageUrl, originalName: "picture" });
  expect(await uploadImage(picture)).toBe(imageUrl);
  expect(calls[1]).toMatchObject({
    url: direct.url,
    init: { method: "PUT", headers: direct.headers, credentials: "omit", body: picture },
  });
  expect(calls[2]?.init.body).toBe('{"key":"incoming/me/one","originalName":"picture"}');
});

it("a store that refuses or does not respond is a failed upload", async () => {
  const picture = file(5_000_000, "image/png");
  answering({ direct }, 403);
  const refused = await uploadImage(picture).catch((error: unknown) => error);
  expect(uploadErrorText(refused)).toBe("Upload failed");
  answering({ direct });
  const away = await uploadImage(picture).catch((error: unknown) => error);
  expect(uploadErrorText(away)).toBe("Failed to upload image");
});
