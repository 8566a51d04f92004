import { z } from "zod";

// The required members of OPDS 2.0, Divina, progression and authentication documents, as their specifications
// say it.

const relations = (rel: unknown): unknown[] => [rel].flat();
const has = (rel: string) => (links: { rel?: unknown }[]) =>
  links.some((link) => relations(link.rel).includes(rel));

const href = z.union([z.url(), z.string().regex(/^https?:\/\/\S+\{\?[\w,]+\}$/)]);
export const link = z.looseObject({
  href,
  type: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/)
    .optional(),
  rel: z.union([z.string(), z.array(z.string())]).optional(),
  title: z.string().optional(),
  templated: z.boolean().optional(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  properties: z.looseObject({ numberOfItems: z.int().min(0).optional() }).optional(),
});
const contributor = z.looseObject({ name: z.string().min(1), links: z.array(link).optional() });
const metadata = z.looseObject({
  "@type": z.url(),
  identifier: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  title: z.string().min(1),
  author: z.array(contributor).min(1),
  language: z.string().regex(/^[a-z]{2,3}$/),
  description: z.string(),
  subject: z.array(z.looseObject({ name: z.string().min(1) })).optional(),
  published: z.iso.datetime().optional(),
  modified: z.iso.datetime(),
  numberOfPages: z.int().positive(),
});

export const publication = z.looseObject({
  metadata,
  links: z
    .array(link)
    .refine(has("self"), "no self link")
    .refine(has("http://opds-spec.org/acquisition/open-access"), "nothing to acquire"),
  images: z
    .array(link)
    .refine(
      (images) => images.some(({ type }) => /^image\/(jpeg|png|gif)$/.test(type ?? "")),
      "no image that every reader knows",
    ),
});

export const feed = z
  .looseObject({
    metadata: z.looseObject({
      title: z.string().min(1),
      numberOfItems: z.int().min(0).optional(),
      itemsPerPage: z.int().positive().optional(),
      currentPage: z.int().positive().optional(),
    }),
    links: z.array(link).refine(has("self"), "no self link"),
    navigation: z.array(link.extend({ title: z.string().min(1) })).optional(),
    publications: z.array(publication).optional(),
    facets: z
      .array(
        z.looseObject({
          metadata: z.looseObject({ title: z.string() }),
          links: z.array(link.extend({ title: z.string() })).min(2),
        }),
      )
      .optional(),
  })
  .refine(({ navigation, publications }) => navigation ?? publications, "holds nothing");

export const divina = z.looseObject({
  "@context": z.literal("https://readium.org/webpub-manifest/context.jsonld"),
  metadata: metadata.extend({
    conformsTo: z.literal("https://readium.org/webpub-manifest/profiles/divina"),
    readingProgression: z.enum(["ltr", "rtl", "ttb", "btt", "auto"]),
  }),
  links: z.array(link).refine(has("self"), "no self link"),
  readingOrder: z
    .array(
      z.looseObject({
        href: z.url(),
        type: z.literal("image/jpeg"),
        width: z.int().positive(),
        height: z.int().positive(),
        title: z.string().min(1),
      }),
    )
    .min(1),
  toc: z.array(z.looseObject({ href: z.url(), title: z.string().min(1) })),
});

export const authentication = z.looseObject({
  id: z.url(),
  title: z.string().min(1),
  authentication: z.array(
    z.looseObject({
      type: z.literal("http://opds-spec.org/auth/basic"),
      labels: z.looseObject({ login: z.string(), password: z.string() }),
    }),
  ),
});

export const progression = z.strictObject({
  title: z.string().optional(),
  modified: z.iso.datetime(),
  device: z.strictObject({ id: z.string().regex(/^[a-z]+:/), name: z.string().min(1) }),
  progression: z.number().min(0).max(1),
  references: z.array(z.string()).optional(),
});
