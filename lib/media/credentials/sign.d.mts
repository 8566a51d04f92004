/** Who signs. */
export interface Signer {
  /** PKCS #8 as PEM. */
  privateKey: string;
  /** In DER, the key's own first, without the root. */
  certificates: Uint8Array[];
}

/** A picture that another one was made of. Without bytes it is named, not carried along. */
export interface SigningIngredient {
  /** An ingredient as the library's `Ingredient` has it. */
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
