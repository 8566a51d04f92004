import { StartupError } from "../prisma/postgres/startup-error.ts";

/** A command: a description in a sentence, and its arguments. */
interface Command {
  does: string;
  args?: string;
}

type Commands = Record<string, Command>;

/** The scripts of package.json, in the order and under the titles of docs/commands.md. */
export const scripts: Record<string, Commands> = {
  "Run the app": {
    start: {
      does: "Installs, starts the embedded engines, migrates, seeds, builds and serves.",
    },
    dev: { does: "The same with hot reload." },
    build: { does: "The production build alone, for hosts that start the app themselves." },
    "build:vercel": {
      does: "The build of `vercel.json`: migrates the database of production (that of previews with `MIGRATE_PREVIEWS`), then builds.",
    },
  },
  "Operate it": {
    admin: {
      does: "Creates the administrator, or makes an account the administrator's; set `ADMIN_EMAIL` as well.",
      args: "--email you@example.com [--password …]",
    },
    backup: {
      does: "Writes the database and all pictures into a new folder.",
      args: "[folder] [--after <earlier backup>]",
    },
    restore: {
      does: "Loads a backup into an empty database and store; `--replace` deletes what is there.",
      args: "<backup> [--replace]",
    },
  },
  "Test a change": {
    check: {
      does: "Format, lint, types, import rules, unused code, known vulnerabilities of packages (where the registry answers), unit tests. For each commit.",
    },
    test: {
      does: "All that says whether a change is sound: the static checks, then unit, component, integration, protocol and browser tests; at most 15 minutes on two cores. Ends with `N passed, N failed`.",
    },
    "test:full": {
      does: "`npm test` and the slow rest: tests tagged `@full` and `@measured`, `*.slow.test.ts`, the browser tests of pictures and videos with the vendors' protocols, the image, `faults` in short form; at most 60 minutes. Before a release.",
    },
    "test:unit": { does: "Unit tests.", args: "[file or -t title]" },
    "test:components": { does: "Tests of components in happy-dom.", args: "[file or -t title]" },
    "test:integration": {
      does: "Integration tests with a real PostgreSQL, and protocol tests.",
      args: "[file or -t title]",
    },
    "test:e2e": {
      does: "Browser tests, tagged or not. `--vendors`: texts, pictures, videos and objects come from servers that speak the protocols of OpenAI, Replicate and S3.",
      args: "[Playwright's arguments] [--vendors]",
    },
    "test:image": {
      does: "Builds what the container image holds, looks through it, and runs it without privileges, read-only, with one connection: an account, a scene, an upload, a reader.",
    },
  },
  "Measure and attack": {
    bench: { does: "One of the benches below.", args: "<name>" },
    faults: { does: "One of the programs of attack and faults below.", args: "<name>" },
    mutate: {
      does: "Mutation tests of access, quotas, idempotency and jobs; most of an hour for all groups.",
      args: "[group or file]",
    },
    shots: { does: "Screenshots of all screens, 390 and 1440 px, light and dark, into `shots/`." },
    size: { does: "Lines of code by folder, tests apart." },
  },
  "Write files": {
    "db:migration": {
      does: "Writes a migration from the change in `prisma/schema`.",
      args: "--name add_x",
    },
    generate: { does: "Writes one of the generated files below.", args: "<name>" },
  },
};

/** The programs of `npm run <script> -- <name>`, by script: one file of the folder each. */
export const programs = {
  bench: {
    folder: "tests/bench",
    about:
      "Each prints its figures beside a reference of the same run and exits with 1 below a bar. [performance.md](performance.md) has the figures.",
    commands: {
      data: {
        does: "A PostgreSQL with a million stories: times of what visitors and authors ask for, beside a thousand.",
        args: "[--stories=100000] [--url=postgresql://…]",
      },
      page: {
        does: "Bytes, layout shifts, largest paint and answer to a press of a reading page.",
        args: "[runs]",
      },
      phone: {
        does: "Lighthouse's command line on reading page, home, profile, search and sign-in, beside a bare page of Next with 24 client buttons.",
        args: "[rounds]",
      },
      pipeline: { does: "Scenes of six panels through the whole pipeline.", args: "[runs]" },
      queue: {
        does: "Many authors ask for scenes at once: throughput beside the providers', waiting by author, memory.",
        args: "[scenes authors] [--slots=8] [--scale=20] [--panels=2]",
      },
      serve: {
        does: "Requests a second of feed, reading page and profile beside the same made per request, and behind the proxy; needs `wrk` and `nginx`.",
        args: "[rounds]",
      },
      soak: {
        does: "5,000 stories read in 512 MB; writes on two instances; Linux.",
        args: "[memory] [freshness]",
      },
      studio: {
        does: "One of twelve bubbles dragged, pages read while pictures are encoded (`--encoding`: that alone).",
        args: "[rounds] [--encoding]",
      },
    },
  },
  faults: {
    folder: "tests/faults",
    about:
      "Each exits with 1 where something does not hold. [trust.md](trust.md) says what must hold.",
    commands: {
      "crash-recovery": {
        does: "Makes scenes while app, engine and database are killed, then compares what providers were asked for with the ledger.",
        args: "[kills] [--pictures=replicate]",
      },
      fuzz: {
        does: "Wrong requests to each call of the OpenAPI document, raw bytes to the server, hostile archives.",
        args: "[cases for each call] [seed]",
      },
      outages: {
        does: "Pages and calls while connections to the database are reset, half closed, swallowed and slow.",
      },
      trust: {
        does: "Prints what must hold, and the tests that show it; exits with 1 where a row has none.",
      },
    },
  },
  generate: {
    folder: "scripts/generate",
    about: "Each writes a file that is kept in the repository, or one to look at.",
    commands: {
      commands: { does: "`docs/commands.md`, this list." },
      gallery: {
        does: "24 prompts drawn by the demo studio, side by side, in `.data/gallery/index.html`.",
        args: "[folder]",
      },
      notices: { does: "`THIRD_PARTY_NOTICES`; after a change of packages." },
      sbom: {
        does: "A bill of materials (CycloneDX) of what is shipped.",
        args: "[file]",
      },
      "share-picture": { does: "`public/share.jpg`, which links to home and profiles show." },
      styles: { does: "The examples of the art styles in `public/styles/`." },
    },
  },
} satisfies Record<string, { folder: string; about: string; commands: Commands }>;

/** The names of a script's programs, one per line. */
function list(script: keyof typeof programs): string {
  const rows = Object.entries<Command>(programs[script].commands);
  const width = rows.reduce((most, [name]) => Math.max(most, name.length), 0);
  return [
    `npm run ${script} -- <name>, where <name> is one of`,
    ...rows.map(([name, { does, args = "" }]) =>
      `  ${name.padEnd(width)}  ${does}${args && ` Arguments: ${args}`}`.replaceAll("`", ""),
    ),
  ].join("\n");
}

/**
 * Runs the program named by the first argument, with the other arguments; without a name it lists
 * all.
 */
export async function runProgram(script: keyof typeof programs): Promise<void> {
  const { folder, commands } = programs[script];
  const [node = "", , name, ...args] = process.argv;
  if (name === undefined) {
    console.log(list(script));
    return;
  }
  if (!(name in commands)) {
    throw new StartupError(`There is no '${name}'.\n${list(script)}`);
  }
  const file = new URL(`../${folder}/${name}.ts`, import.meta.url);
  // Programs parse their arguments as if they were started directly.
  process.argv = [node, file.pathname, ...args];
  const program: { main: () => unknown } = await import(file.href);
  await program.main();
}
