/** A mail on its way out. The id is the same at each try, so that whoever takes it in can know a second one. */
export type Letter = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly html: string
}

/** Why a mail was not taken, as specified (§7, Mail): what was answered, or else why there was no answer. */
export type MailFailure = {
  readonly status: 400
  readonly error: string
  /** Trying again would change nothing: there is no such recipient. */
  readonly isFinal?: boolean
}

/** Hands a mail on. Gives undefined when it was taken; never throws, and answers within 20 seconds. */
export type Deliver = (letter: Letter) => Promise<MailFailure | undefined>

/** Who a mail says it is from. */
export type Sender = { readonly name: string; readonly email: string }
