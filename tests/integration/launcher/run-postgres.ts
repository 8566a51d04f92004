import { startEmbeddedPostgres } from "@/prisma/embedded-postgres";

// A process that starts the embedded server and goes on until it is killed.
startEmbeddedPostgres({ dataDir: process.argv[2] ?? "", durable: false }).then(
  ({ url }) => {
    process.stdout.write(`${url}\n`);
    setInterval(() => {}, 1_000_000);
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
