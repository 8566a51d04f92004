// Content credentials (C2PA) of a picture. Plain JavaScript, so that the worker thread loads it
// without a build (`worker.mjs`); without a worker, the server's thread runs it.
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { initSync, WasmBuilder } from "@contentauth/c2pa-wasm";
import { algorithmOf, coseSign } from "./cose.mjs";

const wasmFile = path.resolve(
  /* turbopackIgnore: true */ "node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm",
);

/** Tests verify signed pictures, so signing does not; manifests need no thumbnails. */
const settings = JSON.stringify({
  verify: { verify_after_sign: false, verify_trust: false },
  builder: { thumbnail: { enabled: false } },
});

/** Replaces a browser's File, of which the library reads only size and bytes. */
const fileOf = (bytes) => ({ bytes, size: bytes.byteLength });

class ReaderOfFiles {
  readAsArrayBuffer({ bytes }) {
    const ownsBuffer = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    return ownsBuffer ? bytes.buffer : new Uint8Array(bytes).buffer;
  }
}

let library;

/** The library is built for browser workers and needs FileReaderSync, which Node lacks. */
function load() {
  globalThis.FileReaderSync ??= ReaderOfFiles;
  library ??= initSync({ module: readFileSync(wasmFile) });
  return library;
}

let last = { privateKey: "", key: null };

function keyOf(privateKey) {
  if (last.privateKey !== privateKey) last = { privateKey, key: createPrivateKey(privateKey) };
  return last.key;
}

/**
 * Embeds and signs the history of a picture.
 * @returns its bytes, and the memory that the library holds, in bytes
 * @throws the library's error
 */
export async function signPicture({ bytes, mediaType, manifest, ingredients, signer }) {
  const { memory } = load();
  const key = keyOf(signer.privateKey);
  const sign = (claim) => coseSign(claim, key, signer.certificates);
  const builder = WasmBuilder.fromJson(JSON.stringify(manifest), settings);
  try {
    for (const ingredient of ingredients) {
      const definition = JSON.stringify(ingredient.definition);
      if (!ingredient.bytes) builder.addIngredient(definition);
      else {
        const file = fileOf(ingredient.bytes);
        await builder.addIngredientFromBlob(definition, ingredient.mediaType, file);
      }
    }
    const signed = await builder.sign(
      {
        alg: algorithmOf(key).name,
        // All signatures of one key have the same length.
        reserveSize: sign(new Uint8Array(0)).byteLength,
        sign: async (claim) => sign(claim),
      },
      [],
      mediaType,
      fileOf(bytes),
    );
    return { bytes: signed, memory: memory.buffer.byteLength };
  } finally {
    builder.free();
  }
}
