import type { Sharp } from "sharp";
import type { MediaExtension } from "@/lib/platform/storage/media-types";
import type { Origin } from "../xmp.mjs";

export interface EncodedPicture {
  bytes: Uint8Array;
  /** Hash of the bytes. */
  sha256: string;
  extension: MediaExtension;
  mediaType: string;
  width: number;
  height: number;
}

export interface MainPicture extends EncodedPicture {
  /** The given origin, or the one recorded in the picture. */
  origin: Origin;
  /** ThumbHash in base64. */
  placeholder: string;
  /** Whether the encoding has fewer pixels than the file. */
  isReduced: boolean;
}

export function kindOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | null;
export function hasCredentials(bytes: Uint8Array): boolean;
export function openPicture(bytes: Uint8Array, animated?: boolean): Sharp;
export function markOrigin(picture: Sharp, origin: Origin): Sharp;
export function encodeMain(bytes: Uint8Array, origin: Origin): Promise<MainPicture>;
export function encodeLossless(bytes: Uint8Array, origin: Origin): Promise<MainPicture>;
export function encodeVariant(main: Uint8Array, target: number): Promise<EncodedPicture>;
export function isMoving(main: Uint8Array): Promise<boolean>;
