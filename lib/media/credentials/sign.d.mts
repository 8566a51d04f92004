/** The key pair in the form for signing. */
export interface Signer {
  /** PKCS #8 as PEM. */
  privateKey: string;
  /** In DER, the key's own first, without the root. */
  certificates: Uint8Array[];
}

/** An ingredient of the picture; without bytes it is named, not embedded. */
export interface SigningIngredient {
  /** The library's `Ingredient`. */
  definition: Record<string, unknown>;
  bytes?: Uint8Array;
  mediaType?: string;
}

export interface SigningTask {
  bytes: Uint8Array;
  mediaType: string;
  /** The library's `ManifestDefinition`. */
  manifest: Record<string, unknown>;
  ingredients: SigningIngredient[];
  signer: Signer;
}

export function signPicture(task: SigningTask): Promise<{ bytes: Uint8Array; memory: number }>;
