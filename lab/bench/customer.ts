/** A signed-in customer with money, as the generators know them. */
export type Customer = {
  /** The session's cookie. */
  readonly token: string
  readonly pin: string
}
