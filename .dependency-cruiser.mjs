/** Import rules of ARCHITECTURE.md. They include type imports, which couple modules like values. */
const server =
  "^lib/(?!platform/).*(queries|service)\\.ts$|^lib/(ai|demo-studio)/|^lib/platform/(db|env|log|rate-limit|storage|jobs|auth/(?!viewer|cookie-names))";

/** Features from top to bottom: each imports only those further down. */
const order = [
  ["books"],
  ["jobs"],
  ["generation", "discovery", "setup", "reports"],
  ["library"],
  ["stories", "vision"],
  ["scenes", "world"],
  ["likes", "accounts", "spending"],
  ["media"],
  ["ai", "pages"],
  ["platform"],
];
const upward = order.flatMap((group, level) =>
  group.map((feature) => ({
    name: `lib-${feature}-imports-downwards`,
    severity: "error",
    from: { path: `^lib/${feature}/` },
    to: {
      path: `^lib/(${
        order
          .slice(0, level)
          .flat()
          .concat(group.filter((other) => other !== feature))
          .join("|") || "-"
      })/`,
    },
  })),
);

/** The subfolders of lib/generation, lowest first: each imports only those before it. */
const subfolders = ["jobs", "picture", "text", "scene"];
const upwardInGeneration = subfolders.map((folder, level) => ({
  name: `generation-${folder}-imports-downwards`,
  severity: "error",
  from: { path: `^lib/generation/${folder}/` },
  to: {
    path: `^lib/generation/((client|queries|stale-jobs-service|server-start)\\.ts|(live|${subfolders.slice(level + 1).join("|") || "-"})/)`,
  },
}));

export default {
  forbidden: [
    {
      name: "platform-knows-no-feature",
      severity: "error",
      from: { path: "^lib/platform/" },
      to: { path: "^lib/(?!platform/)" },
    },
    {
      name: "live-is-independent",
      severity: "error",
      from: { path: "^lib/generation/live/" },
      to: { path: "^lib/generation/(?!live/)" },
    },
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^server-only$" },
    },
    {
      name: "lib-imports-nothing-above",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|components|inngest)/" },
    },
    {
      name: "components-import-no-app",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^(app|inngest|prisma)/" },
    },
    {
      name: "components-stay-in-the-browser",
      comment: "components import a feature's schema, client and pure modules",
      severity: "error",
      from: { path: "^components/" },
      to: { path: server },
    },
    {
      name: "ui-knows-no-domain",
      severity: "error",
      from: { path: "^components/ui/" },
      to: { path: "^(lib/(?!platform/)|components/(?!ui/))" },
    },
    {
      name: "shell-imports-no-accounts",
      severity: "error",
      from: { path: "^components/shell/" },
      to: { path: "^components/accounts/" },
    },
    {
      name: "inngest-imports-lib",
      severity: "error",
      from: { path: "^inngest/", pathNot: "^inngest/engine/" },
      to: { path: "^(app|components|inngest/engine)/" },
    },
    {
      name: "engine-knows-nothing-of-comics",
      severity: "error",
      from: { path: "^inngest/engine/" },
      to: { path: "^(lib|app|components|prisma|inngest/(?!engine/))" },
    },
    {
      name: "only-the-launcher-imports-the-engine",
      severity: "error",
      from: { path: "^(app|components|lib|prisma)/" },
      to: { path: "^inngest/engine/" },
    },
    {
      name: "only-api-inngest-imports-the-functions",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: "^app/api/inngest/" },
      to: { path: "^inngest/" },
    },
    {
      name: "database-only-in-queries-and-services",
      severity: "error",
      from: {
        path: "^(lib/(?!platform/)|app|components|inngest/(?!engine/))",
        pathNot: "(queries|service)\\.ts$",
      },
      to: { path: "^(lib/platform/db\\.ts|prisma/client/)" },
    },
    {
      name: "prisma-client-only-in-platform-db",
      severity: "error",
      from: { path: "^(lib|app|components|inngest)/", pathNot: "^lib/platform/db\\.ts$" },
      to: { path: "^prisma/client/" },
    },
    {
      name: "vendors-in-their-adapters",
      severity: "error",
      from: { path: "^(app|lib|components|inngest)/", pathNot: "^lib/(platform|ai)/" },
      to: { path: "node_modules/(replicate|openai|@aws-sdk)/" },
    },
    {
      name: "only-the-loader-imports-the-demo-studio",
      severity: "error",
      from: {
        path: "^(app|components|lib|inngest|prisma|scripts)/",
        pathNot: "^lib/(demo-studio/|ai/demo\\.ts$)",
      },
      to: { path: "^lib/demo-studio/" },
    },
    {
      name: "the-loader-imports-it-when-asked",
      comment: "the code of the demo studio is not loaded if a vendor is configured",
      severity: "error",
      from: { path: "^lib/ai/demo\\.ts$" },
      to: { path: "^lib/demo-studio/", dependencyTypesNot: ["dynamic-import"] },
    },
    {
      name: "the-demo-studio-is-a-leaf",
      comment: "it knows only the ports that it implements",
      severity: "error",
      from: { path: "^lib/demo-studio/" },
      to: { path: "^lib/(?!demo-studio/|ai/|platform/errors\\.ts$)" },
    },
    {
      name: "production-imports-no-tests",
      severity: "error",
      from: { path: "^(app|lib|components|inngest|prisma|scripts)/" },
      to: { path: "^tests/" },
    },
    ...upward,
    ...upwardInGeneration,
  ],
  required: [
    {
      name: "queries-and-services-stay-on-the-server",
      severity: "error",
      module: { path: "^lib/.*(queries|service)\\.ts$" },
      to: { path: "server-only" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|^prisma/client" },
    exclude: { path: "^(\\.next|\\.data|node_modules/\\.cache)" },
    tsPreCompilationDeps: true,
    // Not `tsConfig`: its resolver would resolve the package `inngest` to the folder of that name.
    webpackConfig: { fileName: "./.dependency-cruiser.resolve.cjs" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
