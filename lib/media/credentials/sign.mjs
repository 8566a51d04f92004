// Content credentials (C2PA) of a picture. Plain JavaScript: the thread that signs loads it as it is
// (`worker.mjs`); where there is none, the server does.
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { initSync, WasmBuilder } from "@contentauth/c2pa-wasm";
import { algorithmOf, coseSign } from "./cose.mjs";

const wasmFile = path.resolve(
  /* turbopackIgnore: true */ "node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm",
);

/** Signed pictures are read again by tests, not by whoever signs them; a picture needs no thumbnail. */
const settings = JSON.stringify({
  verify: { verify_after_sign: false, verify_trust: false },
  builder: { thumbnail: { enabled: false } },
});

/** What the library takes for a file of the browser: it asks for its size and reads it whole. */
const fileOf = (bytes) => ({ bytes, size: bytes.byteLength });

class ReaderOfFiles {
  readAsArrayBuffer({ bytes }) {
    const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    return whole ? bytes.buffer : new Uint8Array(bytes).buffer;
  }
}

let library;

/** The library, built for the workers of browsers, reads files by a class that Node has not. */
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
 * The same picture with its history inside, signed.
 * @returns its bytes, and how much memory the library holds by now, in bytes
 * @throws what the library says
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
        // Every signature of a key is as long as the next one.
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
