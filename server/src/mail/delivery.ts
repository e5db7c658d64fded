/** A mail as it is handed to a mail server or provider. The id is the same for each attempt, so that it can detect repeats. */
export type DrawnMail = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly html: string
  /** The same, for readers that show no HTML. */
  readonly text: string
}

/** Why a mail was not accepted, as specified (§7, Mail): the answer, or the reason why there was none. */
export type MailFailure = {
  readonly status: 400
  readonly error: string
  /** True when a retry cannot help: the recipient does not exist. */
  readonly isFinal?: boolean
}

/** Sends a mail. Returns undefined when it was accepted. Never throws, and answers within 20 seconds. */
export type Deliver = (mail: DrawnMail) => Promise<MailFailure | undefined>
