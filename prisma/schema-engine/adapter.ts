import { PrismaPg } from "@prisma/adapter-pg";

/**
 * Prisma's driver adapter, except that scripts go to PostgreSQL whole, as Prisma's native engine
 * sends them: the adapter cuts them at every semicolon, also inside a function's body.
 */
export class SchemaEngineAdapter extends PrismaPg {
  /** What PostgreSQL said about the last script that failed. */
  scriptError: Error | undefined;

  override async connect() {
    const connection = await super.connect();
    connection.executeScript = async (script) => {
      try {
        await connection.underlyingDriver().query(script);
      } catch (error) {
        if (error instanceof Error) this.scriptError = error;
        throw error;
      }
    };
    return connection;
  }
}
