import type { Change } from '@bank/contract/live/live-message'

/** A change of a row, for the dialects. */
export type RowChange = Change & {
  /** The row was created. A later change of it is a change of its own. */
  readonly isNew?: boolean
  /** It is the credit side of a transaction. */
  readonly isCredit?: boolean
}

/** How the bank and one kind of client talk over a live connection. Messages are sent as JSON. */
export type Dialect = {
  /** The number of frames that a client may send at once, and of further ones after each heartbeat: messages, pings and pongs. */
  readonly receivedMax: number
  readonly receivedPerHeartbeat: number
  /** The reply to a frame beyond that number. */
  readonly tooMany: Reply
  readonly replyTo: (text: string) => Reply
  /** The message from which on no change is missed. */
  readonly listening: () => object
  readonly changed: (changes: readonly RowChange[]) => readonly object[]
  /** The code that closes the connection when its session has ended. */
  readonly sessionEndCode: number
}

export type Reply = {
  readonly message?: object
  /** Why the connection is closed for good, after the message. */
  readonly closing?: string
}
