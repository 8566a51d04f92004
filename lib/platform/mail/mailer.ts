/** Plain text only, so that every mail program shows it and loads nothing from the network. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The port for mail. */
export interface Mailer {
  /** Name for `/setup`. */
  name: string;
  /** False if mails are only shown to the administrator. */
  delivers: boolean;
  /**
   * Sends a mail. A permanently refused address is not an error.
   * @throws Error if a retry may succeed
   */
  send(mail: Mail): Promise<void>;
  /** Checks connection and credentials. @throws Error with our own message, which quotes no server */
  check?(): Promise<void>;
}
