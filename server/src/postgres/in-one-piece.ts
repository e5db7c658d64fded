import type { Client } from 'pg'

/** Lets all that `ask` sends leave in one piece: one system call for us, and one wake-up for the server. */
export function inOnePiece<Result>({ connection: { stream } }: Client, ask: () => Result): Result {
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}
