/**
 * Nodes as `/object_info` describes them, after `nodes.py` and `comfy_extras` of ComfyUI: their
 * inputs and outputs, and the files that this server has.
 */
const filesOf = () => ({
  checkpoints: ["sd_xl_base_1.0.safetensors"],
  models: ["qwen_image_edit_2509_fp8_e4m3fn.safetensors"],
  encoders: ["qwen_2.5_vl_7b_fp8_scaled.safetensors"],
  vaes: ["qwen_image_vae.safetensors"],
  loras: ["mira.safetensors", "people/Tom_v2.safetensors"],
});

type Fields = Record<string, unknown[]>;
export interface Node {
  input: { required: Fields; optional?: Fields };
  output: string[];
  output_node: boolean;
}

const node = (required: Fields, output: string[], optional?: Fields): Node => ({
  input: { required, ...(optional ? { optional } : {}) },
  output,
  output_node: output.length === 0,
});
const int = ["INT", { default: 0, min: 0, max: Number.MAX_SAFE_INTEGER }];
const float = ["FLOAT", { default: 1, min: -100, max: 100 }];
const text = ["STRING", { multiline: true }];
const [model, clip, vae, image] = [["MODEL"], ["CLIP"], ["VAE"], ["IMAGE"]];
const [latent, words] = [["LATENT"], ["CONDITIONING"]];
const size = { width: int, height: int, batch_size: int };

export const publishedNodes = (files = filesOf()): Record<string, Node> => ({
  CheckpointLoaderSimple: node({ ckpt_name: [files.checkpoints] }, ["MODEL", "CLIP", "VAE"]),
  UNETLoader: node({ unet_name: [files.models], weight_dtype: [["default", "fp8_e4m3fn"]] }, [
    "MODEL",
  ]),
  CLIPLoader: node({ clip_name: [files.encoders], type: [["stable_diffusion", "qwen_image"]] }, [
    "CLIP",
  ]),
  VAELoader: node({ vae_name: [files.vaes] }, ["VAE"]),
  LoraLoader: node(
    { model, clip, lora_name: [files.loras], strength_model: float, strength_clip: float },
    ["MODEL", "CLIP"],
  ),
  LoraLoaderModelOnly: node({ model, lora_name: [files.loras], strength_model: float }, ["MODEL"]),
  ModelSamplingAuraFlow: node({ model, shift: float }, ["MODEL"]),
  CLIPTextEncode: node({ text, clip }, ["CONDITIONING"]),
  TextEncodeQwenImageEditPlus: node({ clip, prompt: text }, ["CONDITIONING"], {
    vae,
    image1: image,
    image2: image,
    image3: image,
  }),
  EmptyLatentImage: node(size, ["LATENT"]),
  EmptySD3LatentImage: node(size, ["LATENT"]),
  LoadImage: node({ image: [["example.png"], { image_upload: true }] }, ["IMAGE", "MASK"]),
  // Newer nodes have their choices among the options.
  LoadImageMask: node(
    {
      image: ["COMBO", { options: ["example.png"], image_upload: true }],
      channel: ["COMBO", { options: ["alpha", "red", "green", "blue"] }],
    },
    ["MASK"],
  ),
  ImageBatch: node({ image1: image, image2: image }, ["IMAGE"]),
  VAEEncode: node({ pixels: image, vae }, ["LATENT"]),
  SetLatentNoiseMask: node({ samples: latent, mask: ["MASK"] }, ["LATENT"]),
  KSampler: node(
    {
      model,
      positive: words,
      negative: words,
      latent_image: latent,
      seed: int,
      steps: int,
      cfg: float,
      denoise: float,
      sampler_name: [["euler", "dpmpp_2m"]],
      scheduler: [["simple", "karras"]],
    },
    ["LATENT"],
  ),
  VAEDecode: node({ samples: latent, vae }, ["IMAGE"]),
  SaveImage: node({ images: image, filename_prefix: text }, []),
  PreviewImage: node({ images: image }, []),
});
