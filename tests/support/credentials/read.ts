import { readFileSync } from "node:fs";
import path from "node:path";
import { initSync, WasmReader } from "@contentauth/c2pa-wasm";
import { type Asset, JPEG, PNG } from "@trustnxt/c2pa-ts/asset";
import { SuperBox } from "@trustnxt/c2pa-ts/jumbf";
import { ManifestStore } from "@trustnxt/c2pa-ts/manifest";
import { WebpAsset } from "./webp-asset";

const wasm = path.resolve("node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm");

export interface ReadAction {
  action: string;
  digitalSourceType?: string;
  softwareAgent?: { name: string };
  description?: string;
}

interface ReadIngredient {
  title: string;
  relationship: string;
  active_manifest?: string;
  informational_URI?: string;
}

interface ReadManifest {
  ingredients?: ReadIngredient[];
  assertions: { label: string; data: { actions?: ReadAction[] } }[];
  signature_info: { issuer: string; common_name: string };
}

export interface ReadCredentials {
  /** `Valid`, `Trusted` or `Invalid`. */
  state: string;
  failures: string[];
  actions: ReadAction[];
  ingredients: ReadIngredient[];
  issuer: string;
  manifests: Record<string, ReadManifest>;
  active: string;
}

/** Reads credentials with the signing library. @returns null where a picture has none */
export async function readCredentials(
  bytes: Uint8Array,
  mediaType: string,
  trustAnchors?: string,
): Promise<ReadCredentials | null> {
  initSync({ module: readFileSync(wasm) });
  const settings = trustAnchors
    ? { trust: { user_anchors: trustAnchors }, verify: { verify_trust: true } }
    : { verify: { verify_trust: false } };
  const reader = await WasmReader.fromBytes(mediaType, bytes, JSON.stringify(settings)).catch(
    (error: unknown) => {
      if (/no .*(jumbf|manifest)|JumbfNotFound/i.test(String(error))) return null;
      throw error;
    },
  );
  if (!reader) return null;
  const store = JSON.parse(reader.json());
  reader.free();
  const active = store.manifests[store.active_manifest] as ReadManifest;
  return {
    state: store.validation_state,
    failures: (store.validation_results?.activeManifest?.failure ?? []).map(
      ({ code }: { code: string }) => code,
    ),
    actions: actionsOf(active),
    ingredients: active.ingredients ?? [],
    issuer: active.signature_info.issuer,
    manifests: store.manifests,
    active: store.active_manifest,
  };
}

export const actionsOf = (manifest: ReadManifest): ReadAction[] =>
  manifest.assertions.find(({ label }) => label.startsWith("c2pa.actions"))?.data.actions ?? [];

/** The depth of the chain of manifests: parents and parts. */
export function depthOf({ manifests, active }: ReadCredentials, of = active): number {
  const below = (manifests[of]?.ingredients ?? []).flatMap(({ active_manifest: next }) =>
    next ? [depthOf({ manifests, active } as ReadCredentials, next)] : [],
  );
  return 1 + Math.max(0, ...below);
}

/** Verifies credentials with an independent implementation. */
export async function verifyIndependently(
  bytes: Uint8Array,
  mediaType: string,
): Promise<{ isValid: boolean; failures: string[] }> {
  const asset = assetOf(new Uint8Array(bytes), mediaType);
  const jumbf = asset.getManifestJUMBF();
  if (!jumbf) throw new Error("The picture has no content credentials.");
  const result = await ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(jumbf))).validate(
    asset,
  );
  const failures = result.statusEntries.filter(({ success }) => !success).map(({ code }) => code);
  return { isValid: result.isValid, failures };
}

function assetOf(bytes: Uint8Array<ArrayBuffer>, mediaType: string): Asset {
  if (mediaType === "image/webp") return new WebpAsset(bytes);
  return mediaType === "image/png" ? new PNG(bytes) : new JPEG(bytes);
}
