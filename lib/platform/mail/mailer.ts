/** A mail of ours: text alone, so that every program shows it and nothing is fetched when it is read. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The port for mail. */
export interface Mailer {
  /** As `/setup` names it. */
  name: string;
  /** False where mail is only shown to whoever runs the site. */
  delivers: boolean;
  /**
   * Hands a mail over. An address that will never take it is no error.
   * @throws Error when it may be taken later
   */
  send(mail: Mail): Promise<void>;
  /** Asks whether it is there and takes our sign-in. @throws Error with a sentence of ours */
  check?(): Promise<void>;
}
