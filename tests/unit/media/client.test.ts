import { expect, it } from "vitest";
import { uploadErrorText, uploadProblem } from "@/lib/media/client";
import { ApiError } from "@/lib/platform/http/api-error";

const file = (bytes: number, type: string) =>
  new File([new Uint8Array(bytes)], "picture", { type });

it("a chosen file is refused before anything is sent, in the words of the specification", () => {
  expect(uploadProblem(undefined)).toBe("No file selected");
  expect(uploadProblem(file(1, "image/svg+xml"))).toBe(
    "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.",
  );
  expect(uploadProblem(file(10 * 1024 * 1024 + 1, "image/png"))).toBe(
    "File too large (10.1 MB). Maximum size is 10MB.",
  );
  for (const type of ["jpeg", "jpg", "png", "gif", "webp"]) {
    expect(uploadProblem(file(10 * 1024 * 1024, `image/${type}`))).toBeNull();
  }
});

it("a failed upload says why: the server, a refusal without words, or no answer at all", () => {
  const refusal = new ApiError("Full.", 413, "unknown", [], { message: "The darkroom is full." });
  expect(uploadErrorText(refusal)).toBe("The darkroom is full.");
  expect(uploadErrorText(new ApiError("An error occurred", 502, "unknown"))).toBe("Upload failed");
  const offline = new ApiError("Network error - please check your connection", 0, "network_error");
  expect(uploadErrorText(offline)).toBe("Failed to upload image");
  expect(uploadErrorText(new Error("?"))).toBe("Failed to upload image");
});
