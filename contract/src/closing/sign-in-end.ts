/** How long a customer whose main account is closed can still sign in and read their statements. */
export const signInDaysAfterClosing = 30

/** When the sign-in of a customer ends whose main account was closed at this moment. */
export function signInEndsAt(closedAt: Date | string): Date {
  return new Date(new Date(closedAt).getTime() + signInDaysAfterClosing * 86_400_000)
}
